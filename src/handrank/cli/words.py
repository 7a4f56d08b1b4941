"""What the commands print, in French.

The English text is the key. Cards and hands have their words in `handrank.wording`; names of
columns in files, keys of JSON and error messages are the same in every language.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handrank.cards import Lang

LANGS = ("en", "fr")

_FRENCH = {
    # Headings.
    "hand": "main",
    "category": "catégorie",
    "class": "classe",
    "hands": "mains",
    "frequency": "fréquence",
    "exact": "exacte",
    "deviation": "écart",
    "seat": "siège",
    "cards": "cartes",
    "low": "low",
    "result": "résultat",
    "share": "part",
    "bet": "mise",
    "payout": "gain",
    "pot": "pot",
    "chips": "jetons",
    "contenders": "prétendants",
    "winners": "gagnants",
    "high": "high",
    # The showdown.
    "board: {}": "tableau : {}",
    "folded": "couché",
    "wins": "gagne",
    "wins high": "gagne le high",
    "wins low": "gagne le low",
    "main pot": "pot principal",
    "side pot {}": "pot annexe {}",
    # The survey.
    "no qualifying hand": "aucune main",
    "{} random hands of {} cards, rules {!r}, seed {}": (
        "{} mains de {} cartes au hasard, règles {!r}, graine {}"
    ),
    "dealt in {:.2f} s ({})": "distribuées en {:.2f} s ({})",
    "ranked in {:.3f} s ({}), every card checked": (
        "évaluées en {:.3f} s ({}), chaque carte vérifiée"
    ),
    "deviation: from the exact frequency, in standard errors of a sample of this size": (
        "écart : à la fréquence exacte, en erreurs types d'un échantillon de cette taille"
    ),
    # Rates.
    "ranked {} hands in {:.2f} s ({})": "{} mains évaluées en {:.2f} s ({})",
    "dealt {} hands in {:.2f} s ({})": "{} mains distribuées en {:.2f} s ({})",
    "settled {} deals in {:.2f} s ({})": "{} donnes réglées en {:.2f} s ({})",
    "{} bad rows without a rank": "{} lignes incorrectes sans rang",
    "{} bad rows without a result": "{} lignes incorrectes sans résultat",
    "{:,.1f} million hands/s": "{:,.1f} millions de mains/s",
    "{:,.0f} hands/s": "{:,.0f} mains/s",
    "{:,.1f} million deals/s": "{:,.1f} millions de donnes/s",
    "{:,.0f} deals/s": "{:,.0f} donnes/s",
}


def say(text: str, lang: "Lang") -> str:
    """Return a text of the commands in a language.

    Examples
    --------
    >>> say("side pot {}", "fr").format(1)
    'pot annexe 1'
    """
    return _FRENCH[text] if lang == "fr" else text
