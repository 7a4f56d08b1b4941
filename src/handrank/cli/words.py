"""What the commands print, in French.

The English text is the key. Cards and hands have their words in `handrank.words.languages`; names
of columns in files and keys of JSON are the same in every language.
"""

from typing import TYPE_CHECKING

from handrank.words.numbers import write_number

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang

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
    "{}; {}": "{} ; {}",
    # What tables are verified by.
    "{}, {} cards": "{}, {} cartes",
    "{}: as it must be": "{} : comme il se doit",
    "{}: WRONG": "{} : FAUX",
    "rules": "règles",
    "hands ranked": "mains évaluées",
    "figures compared": "chiffres comparés",
    "figure": "chiffre",
    "counted": "compté",
    "{} figures differ: the tables are wrong": "{} chiffres diffèrent : les tables sont fausses",
    "all figures are exact ({} s)": "tous les chiffres sont exacts ({} s)",
    "hands without a rank": "mains sans rang",
    "classes": "classes",
    "sum of class numbers": "somme des numéros de classe",
    "hand ranks counted alike by multisets": "rangs comptés de même par multiensembles",
    # The survey.
    "no qualifying hand": "aucune main",
    "{} random hands of {} cards, rules {!r}, seed {}": (
        "{} mains de {} cartes au hasard, règles {!r}, graine {}"
    ),
    "dealt in {} s ({})": "distribuées en {} s ({})",
    "ranked in {} s ({}), every card checked": ("évaluées en {} s ({}), chaque carte vérifiée"),
    "deviation: from the exact frequency, in standard errors of a sample of this size": (
        "écart : à la fréquence exacte, en erreurs types d'un échantillon de cette taille"
    ),
    # Rates and progress.
    "seed {}": "graine {}",
    "deals": "donnes",
    "rows": "lignes",
    "B": "o",
    "ranked {} hands in {} s ({})": "{} mains évaluées en {} s ({})",
    "dealt {} hands in {} s ({})": "{} mains distribuées en {} s ({})",
    "settled {} deals in {} s ({})": "{} donnes réglées en {} s ({})",
    "{} bad rows without a rank": "{} lignes incorrectes sans rang",
    "{} bad rows without a result": "{} lignes incorrectes sans résultat",
    "{} million hands/s": "{} millions de mains/s",
    "{} hands/s": "{} mains/s",
    "{} million deals/s": "{} millions de donnes/s",
    "{} deals/s": "{} donnes/s",
}


# One of them; French says so of none, too.
_SINGULAR = {
    "ranked {} hands in {} s ({})": ("ranked {} hand in {} s ({})", "{} main évaluée en {} s ({})"),
    "dealt {} hands in {} s ({})": (
        "dealt {} hand in {} s ({})",
        "{} main distribuée en {} s ({})",
    ),
    "settled {} deals in {} s ({})": (
        "settled {} deal in {} s ({})",
        "{} donne réglée en {} s ({})",
    ),
    "{} bad rows without a rank": (
        "{} bad row without a rank",
        "{} ligne incorrecte sans rang",
    ),
    "{} bad rows without a result": (
        "{} bad row without a result",
        "{} ligne incorrecte sans résultat",
    ),
    "{} figures differ: the tables are wrong": (
        "{} figure differs: the tables are wrong",
        "{} chiffre diffère : les tables sont fausses",
    ),
}


def say_count(n: int, text: str, lang: "Lang", *more: str) -> str:
    r"""Return a text of the commands that counts something, the number and more filled in.

    Examples
    --------
    >>> say_count(1, "{} bad rows without a rank", "en")
    '1 bad row without a rank'
    >>> say_count(2000, "{} bad rows without a rank", "fr")
    '2\xa0000 lignes incorrectes sans rang'
    """
    singular = n < 2 if lang == "fr" else n == 1
    chosen = _SINGULAR[text][lang == "fr"] if singular else say(text, lang)
    return chosen.format(write_number(n, lang=lang), *more)


def say(text: str, lang: "Lang") -> str:
    """Return a text of the commands in a language.

    Examples
    --------
    >>> say("side pot {}", "fr").format(1)
    'pot annexe 1'
    """
    return _FRENCH[text] if lang == "fr" else text
