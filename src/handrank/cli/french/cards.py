"""What is wrong with cards, hands, bets and the deals of `showdown`, in French."""

MESSAGES = {
    # Cards.
    "no cards: the text is empty": "pas de cartes : le texte est vide",
    "{quoted} is not a card": "{quoted} n'est pas une carte",
    (
        "{quoted} is not a card{spot}; a card is a rank ({signs1} or 10) followed by a suit "
        "({signs2} or {signs3})"
    ): (
        "{quoted} n'est pas une carte{spot} ; une carte est une valeur ({signs1} ou 10) suivie "
        "d'une couleur ({signs2} ou {signs3}) ; devant un symbole, R, D et V valent K, Q et J"
    ),
    "card id {n1} is outside 0..{n2}": "le numéro de carte {n1} est hors de 0..{n2}",
    "{card} (card id {n}) is given twice": "{card} (carte n° {n}) est donnée deux fois",
    "{card} (card id {n}) is not in the deck, which is {deck}": (
        "{card} (carte n° {n}) n'est pas dans le jeu, qui va de {deck}"
    ),
    "cannot deal {n1} cards from a deck of {n2}": (
        "impossible de distribuer {n1} cartes d'un jeu de {n2}"
    ),
    "a hand has one card at least": "une main a au moins une carte",
    # Where it is wrong.
    "{place}: {message}": "{place} : {message}",
    "row {n}: {message}": "ligne {n} : {message}",
    "combo {n}: {message}": "combo {n} : {message}",
    "hand {n}: {message}": "main {n} : {message}",
    "seat {n}: {message}": "siège {n} : {message}",
    "player {n}: {message}": "joueur {n} : {message}",
    "dead: {message}": "cartes mortes : {message}",
    "board: {message}": "tableau : {message}",
    # Hands.
    "{n} cards; a hand has 5, 6 or 7 and is one text": (
        "une main a 5, 6 ou 7 cartes en un seul texte, et non {n}"
    ),
    "card ids and card text in one hand: {quoted1} and {quoted2}": (
        "numéros et noms de cartes dans une même main : {quoted1} et {quoted2}"
    ),
    "card {n1} of {n2} is missing": "la carte {n1} sur {n2} manque",
    "card {n} is null": "la carte {n} est nulle",
    "{quoted} is {n} cards in a column of single ones": (
        "{quoted} fait {n} cartes dans une colonne qui n'en a qu'une par ligne"
    ),
    "{n1} cards where the file has {hands} of {n2}: {quoted}": (
        "nombre de cartes : {n1}, là où le fichier a {hands} de {n2} : {quoted}"
    ),
    "{n1} cards where the file has hands of {n2}": (
        "nombre de cartes : {n1}, là où le fichier a des mains de {n2}"
    ),
    "a board has 3, 4 or 5 cards, got {n} (shape {shape})": (
        "un tableau a 3, 4 ou 5 cartes, et non {n} (forme {shape})"
    ),
    # The showdown.
    "{game} needs --board": "{game} demande --board",
    "seat {n1}: {n2} cards; a hand without --board has 5, 6 or 7": (
        "siège {n1} : une main sans --board a 5, 6 ou 7 cartes, et non {n2}"
    ),
    "seat {n1}: {game} is played with {n2} hole cards, got {n3}": (
        "siège {n1} : {game} se joue avec {n2} cartes privatives, et non {n3}"
    ),
    "--folded: there is no seat {n1}; seats are 0..{n2}": (
        "--folded : il n'y a pas de siège {n1} ; les sièges sont 0..{n2}"
    ),
    "--button: there is no seat {n1}; seats are 0..{n2}": (
        "--button : il n'y a pas de siège {n1} ; les sièges sont 0..{n2}"
    ),
    "--folded: everyone has folded; somebody must be left to take the pot": (
        "--folded : tout le monde est couché ; il doit rester quelqu'un pour prendre le pot"
    ),
    "everyone has folded; somebody must be left to take the pot": (
        "tout le monde est couché ; il doit rester quelqu'un pour prendre le pot"
    ),
    # Bets.
    "--bets has {n1} numbers for {n2} players": (
        "--bets doit donner une mise par joueur : {n1} pour {n2}"
    ),
    "player {n1} bet {n2} chips; bets must not be negative": (
        "le joueur {n1} a misé {n2} jetons ; une mise ne peut pas être négative"
    ),
    "--bets: seat {n1} bet {n2} chips; bets must not be negative": (
        "--bets : le siège {n1} a misé {n2} jetons ; une mise ne peut pas être négative"
    ),
    "--button goes with --bets: it is for odd chips": (
        "--button va avec --bets : il sert aux jetons impairs"
    ),
    "the bets sum to {n1}, more than {n2}": "la somme des mises est {n1}, plus que {n2}",
    "the bets sum to {n1}, more than {n2} (int64)": (
        "la somme des mises est {n1}, plus que {n2} (int64)"
    ),
    "{amounts} must fit into int64, got {n}": "{amounts} doivent tenir dans int64, et non {n}",
}
