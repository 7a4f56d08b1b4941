"""What is wrong with the columns of tables of hands or deals, in French.

A table of rows is "une table": "tableau" is the board.
"""

MESSAGES = {
    # Which columns hold the cards.
    "{file} has no column {quoted}; it has {names} (or give places, 1 to {n})": (
        "{file} n'a pas de colonne {quoted} ; ses colonnes : {names} (ou donnez des positions, de "
        "1 à {n})"
    ),
    "{file} has {n} columns {quoted}": "{file} a {n} colonnes {quoted}",
    "{file} has {n} columns {quoted}; give its place": (
        "{file} a {n} colonnes {quoted} ; donnez sa position"
    ),
    "{file} has a column {quoted} already; rename it first": (
        "{file} a déjà une colonne {quoted} ; renommez-la d'abord"
    ),
    "{file}: cannot tell which of its {n} columns hold the cards ({names}); {advice}": (
        "{file} : impossible de savoir lesquelles de ses {n} colonnes contiennent les cartes "
        "({names}) ; {advice}"
    ),
    "{file}: a hand has {list} or {n1} cards, the table has {n2} columns ({names}); {advice}": (
        "{file} : une main a {list} ou {n1} cartes, la table a {n2} colonnes ({names}) ; {advice}"
    ),
    "{file}: cannot join {names}; {advice}": "{file} : impossible de joindre {names} ; {advice}",
    "{where}: hands of {n} cards; a hand has 5, 6 or 7 cards": (
        "{where} : une main a 5, 6 ou 7 cartes, et non {n}"
    ),
    # What stands in them.
    (
        "{file}, column {quoted}: cards are integers, text, lists or fixed-size binary, got "
        "{dtype}; {advice}"
    ): (
        "{file}, colonne {quoted} : les cartes sont des entiers, du texte, des listes ou du "
        "binaire de taille fixe, et non {dtype} ; {advice}"
    ),
    "{file}, column {quoted}: {need}, got {dtype}": (
        "{file}, colonne {quoted} : {need}, et non {dtype}"
    ),
    "column {quoted}: {message}": "colonne {quoted} : {message}",
    "column {quoted} is empty": "la colonne {quoted} est vide",
    "column {quoted} is null": "la colonne {quoted} est nulle",
    "column {quoted1}: {quoted2} is neither 1 nor 0": (
        "colonne {quoted1} : {quoted2} n'est ni 1 ni 0"
    ),
    "column {quoted1}: {quoted2} is no seat; the seats are {names}": (
        "colonne {quoted1} : {quoted2} n'est pas un siège ; les sièges sont {names}"
    ),
    "column {quoted1}: {quoted2} is no number of chips (whole, 0 or more)": (
        "colonne {quoted1} : {quoted2} n'est pas un nombre de jetons (entier, 0 ou plus)"
    ),
    # Tables of deals.
    "{file}: a table of deals is a .csv or .parquet file": (
        "{file} : une table de donnes est un fichier .csv ou .parquet"
    ),
    "{file} has no columns of hole cards, hole_1, hole_2 ..; it has {names}": (
        "{file} n'a pas de colonnes de cartes privatives, hole_1, hole_2 .. ; ses colonnes : "
        "{names}"
    ),
    "{file} has no column 'board'; it has {names}": (
        "{file} n'a pas de colonne 'board' ; ses colonnes : {names}"
    ),
    "{file}: {n1} columns of board cards; a board has {n2} to {n3}": (
        "{file} : un tableau a de {n2} à {n3} cartes ; colonnes de cartes du tableau : {n1}"
    ),
    "{file}: columns {quoted1} and {quoted2} are the same": (
        "{file} : les colonnes {quoted1} et {quoted2} sont la même"
    ),
    "{file}: seat {n} has {quoted}, but no {lack}": (
        "{file} : le siège {n} a {quoted}, mais pas de {lack}"
    ),
    # Notes.
    "{file}: {note}": "{file} : {note}",
}
