"""The errors and notes of the command line in French, by topic.

The library raises its errors in English, as whoever calls it from Python expects; the command line
turns the finished message into French (see `handrank.cli.refusals`). So a catalogue has the English
template, as the source has it, and the French one. Both name the same placeholders, and a
placeholder's name without its digits says what stands there: a kind of `handrank.cli.refusals`, a
catalogue of `PHRASES`, or else any text, which stays as it is.

Names of columns, options, games and rule sets are the same in every language.
"""

from collections.abc import Mapping

from handrank.cli.french import arguments, cards, equity, files, phrases, system, tables

Catalogue = Mapping[str, str]

MESSAGES: Catalogue = {
    **cards.MESSAGES,
    **files.MESSAGES,
    **tables.MESSAGES,
    **equity.MESSAGES,
    **arguments.MESSAGES,
}
PHRASES: Mapping[str, Catalogue] = phrases.PHRASES
# What no source of ours says: the words of argparse, csv, importlib and the operating system.
OTHERS: Catalogue = {**arguments.OTHERS, **system.OTHERS}
