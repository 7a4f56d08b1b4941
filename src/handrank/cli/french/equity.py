"""What is wrong with what `equity` and `grid` are asked, and with ranges, in French."""

MESSAGES = {
    # Players, board and dead cards.
    "equity is for {n1} to {n2} players, got {n3}": (
        "l'équité se calcule pour {n1} à {n2} joueurs, et non {n3}"
    ),
    "{n1} players and the board need {n2} cards, {n3} are left": (
        "{n1} joueurs et le tableau demandent {n2} cartes, il en reste {n3}"
    ),
    "a board has at most {n1} cards, got {n2}": "un tableau a au plus {n1} cartes, et non {n2}",
    "board: {card} is not in the deck of {game}": (
        "tableau : {card} n'est pas dans le jeu de {game}"
    ),
    "{card} is on the board and among the dead cards": (
        "{card} est à la fois au tableau et parmi les cartes mortes"
    ),
    "{place}: no combo is left: {reasons}": "{place} : il ne reste aucun combo : {reasons}",
    "player {n} ({label}): no hand is left: {reasons}": (
        "joueur {n} ({label}) : il ne reste aucune main : {reasons}"
    ),
    "the players' ranges exclude each other: every deal uses a card twice": (
        "les ranges des joueurs s'excluent : chaque donne utiliserait une carte deux fois"
    ),
    "found no deal of the players' ranges without using a card twice": (
        "aucune donne des ranges des joueurs trouvée sans utiliser une carte deux fois"
    ),
    "found no deal of the players' hands without using a card twice": (
        "aucune donne des mains des joueurs trouvée sans utiliser une carte deux fois"
    ),
    # Options.
    "{n1} combinations of hands are too many to enumerate (at most {n2}); use method='sampled'": (
        "{n1} combinaisons de mains sont trop pour être énumérées (au plus {n2}) ; utilisez "
        "--method sampled"
    ),
    "{option} must be at least {n1}, got {n2}": "--{option} doit valoir au moins {n1}, et non {n2}",
    "{option} must be at least 1, got {n}": "--{option} doit valoir au moins 1, et non {n}",
    "target_stderr must be between 0 and 1, got {n}": (
        "--target-stderr doit être entre 0 et 1, et non {n}"
    ),
    "trials and target_stderr are for sampling; method is 'exact'": (
        "--trials et --target-stderr ne servent qu'à échantillonner ; --method vaut exact"
    ),
    # Ranges.
    "range {quoted} is empty": "la range {quoted} est vide",
    "{quoted}{spot}: {message}": "{quoted}{spot} : {message}",
    (
        "{quoted}{spot} is no entry of a range; entries are like QQ, QQ+, QQ-99, AKs, KTo+, "
        "A5s-A2s, AQ, AhKh, 25% or random, each with a weight if wanted, as KK:0.5"
    ): (
        "{quoted}{spot} n'est pas une entrée de range ; les entrées sont comme QQ, QQ+, QQ-99, "
        "AKs, KTo+, A5s-A2s, AQ, AhKh, 25% ou random, chacune avec un poids au besoin, comme KK:0.5"
    ),
    "its weight {weight} is no finite number above 0": (
        "son poids {weight} n'est pas un nombre fini supérieur à 0"
    ),
    "its weight {quoted} is no number": "son poids {quoted} n'est pas un nombre",
    "a share of all combos is at most 100%": "une part de tous les combos est d'au plus 100 %",
    "{percent} of the 1,326 combos holds no whole class": (
        "{percent} des 1 326 combos ne font pas une classe entière"
    ),
    "write the higher rank first": "écrivez d'abord la carte la plus haute",
    "a pair is neither suited nor offsuit": "une paire n'est ni assortie ni dépareillée",
    "both ends must be suited, offsuit or neither": (
        "les deux bouts doivent être assortis, dépareillés ou ni l'un ni l'autre"
    ),
    "the ends must share the higher card or the gap between the cards": (
        "les deux bouts doivent avoir la même carte haute ou le même écart entre les cartes"
    ),
    # Hands of Omaha.
    "{quoted1} at position {n} of {quoted2}: {message}": (
        "{quoted1} à la position {n} de {quoted2} : {message}"
    ),
    "{message}; {advice}": "{message} ; {advice}",
    "got {n} cards; {advice}": "nombre de cartes : {n} ; {advice}",
    "no hand is given; {advice}": "aucune main n'est donnée ; {advice}",
}
