"""What stands in the placeholders of messages and has words of its own, in French."""

from collections.abc import Mapping

PHRASES: Mapping[str, Mapping[str, str]] = {
    # Where in the request or in a file.
    "place": {
        "board": "tableau",
        "board ({quoted})": "tableau ({quoted})",
        "dead": "cartes mortes",
        "player {n}": "joueur {n}",
        "player {n} ({label})": "joueur {n} ({label})",
        "opponent": "adversaire",
        "opponent ({label})": "adversaire ({label})",
        "seat {n} ({quoted})": "siège {n} ({quoted})",
        "number {n} ({quoted})": "n° {n} ({quoted})",
        "line {n}": "ligne {n}",
        "row {n} (counted from 0)": "ligne {n} (comptée à partir de 0)",
    },
    # Where in a text; nowhere if it is the whole text.
    "spot": {
        "": "",
        " at position {n} of {quote}": " à la position {n} de {quote}",
        " at position {n} of range {quoted}": " à la position {n} de la range {quoted}",
    },
    "file": {
        "standard input": "l'entrée standard",
        "standard output": "la sortie standard",
        "hands": "mains",
    },
    "where": {
        "{file}, column {quoted}": "{file}, colonne {quoted}",
        "{file}, shape {shape}": "{file}, forme {shape}",
    },
    "note": {
        "its first row, {quoted}, counts as a header": (
            "sa première ligne, {quoted}, est prise pour un en-tête"
        ),
    },
    "advice": {
        "name the columns of cards, or give their places, with --columns": (
            "nommez les colonnes de cartes, ou donnez leurs positions, avec --columns"
        ),
        (
            "{game} is played with {n} hole cards: give whole hands, with commas between and "
            "weights if wanted (a hand:0.5), or {quoted}; the notation of hold'em ranges does not "
            "apply"
        ): (
            "{game} se joue avec {n} cartes privatives : donnez des mains entières, séparées par "
            "des virgules, avec des poids au besoin (une main:0.5), ou {quoted} ; la notation des "
            "ranges de hold'em ne s'applique pas"
        ),
    },
    "deck": {"{card1} to {card2}": "{card1} à {card2}"},
    # Why nothing is left of what a player may hold.
    "reason": {
        "{card} is on the board": "{card} est au tableau",
        "{card} is dead": "{card} est morte",
        "{card} is not in the deck of {game}": "{card} n'est pas dans le jeu de {game}",
        "player {n} holds {card}": "le joueur {n} a {card}",
        "{card} {fate}": "{card} {fate}",
    },
    "fate": {
        "is on the board": "est au tableau",
        "is dead": "est morte",
        "is not in the deck": "n'est pas dans le jeu",
        "is held by player {n}": "est au joueur {n}",
    },
    # What a table needs, and what it lacks.
    "need": {
        "cards are text, lists or binary": ("les cartes sont du texte, des listes ou du binaire"),
        "bets are whole chips": "les mises sont des jetons entiers",
    },
    "lack": {
        "hole cards": "cartes privatives",
        "column of the kind of {quoted}": "colonne comme {quoted}",
    },
    "hands": {"hands": "des mains", "boards": "des tableaux"},
    "amounts": {"bets": "les mises"},
    "formats": {"{ending1} or {ending2}": "{ending1} ou {ending2}"},
}
