"""What the commands print, in French.

The English text is the key. Cards and hands have their words in `handrank.wording`; names of
columns in files and keys of JSON are the same in every language.
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


def say(text: str, lang: "Lang") -> str:
    """Return a text of the commands in a language.

    Examples
    --------
    >>> say("side pot {}", "fr").format(1)
    'pot annexe 1'
    """
    return _FRENCH[text] if lang == "fr" else text
