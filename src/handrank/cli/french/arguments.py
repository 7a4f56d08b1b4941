"""What is wrong with the arguments of the command line, in French.

What argparse says is not the same in all versions of Python: some put the choices in quotes.
"""

MESSAGES = {
    "{quoted} is not a whole number": "{quoted} n'est pas un nombre entier",
    "{quoted} is negative": "{quoted} est négatif",
    "{quoted} is not a list of whole numbers with commas between": (
        "{quoted} n'est pas une liste de nombres entiers séparés par des virgules"
    ),
    "--{option} goes with hands; in a file it stands in a column": (
        "--{option} va avec des mains ; dans un fichier, c'est une colonne"
    ),
    "--json goes with hands; the results of a file are a table": (
        "--json va avec des mains ; les résultats d'un fichier sont une table"
    ),
    "--output goes with a file of deals; the results of hands are printed": (
        "--output va avec un fichier de donnes ; les résultats des mains sont affichés"
    ),
    # Where the work is done.
    "{variable} must be a positive integer, got {quoted}": (
        "{variable} doit être un entier positif, et non {quoted}"
    ),
    "give --threads or --dask, not both: the cluster has its own threads": (
        "donnez --threads ou --dask, mais pas les deux : le cluster a ses propres threads"
    ),
    "--dask needs distributed ({message}); install handrank[dask]": (
        "--dask demande distributed ({message}) ; installez handrank[dask]"
    ),
    "cannot reach a Dask scheduler at {address}: {message}": (
        "impossible de joindre un ordonnanceur Dask à {address} : {message}"
    ),
    # Ctrl-C.
    "interrupted": "interrompu",
    "interrupted; this is the result so far": "interrompu ; voici le résultat obtenu jusqu'ici",
}

OTHERS = {
    "argument {name}: {message}": "argument {name} : {message}",
    "the following arguments are required: {names}": "il manque les arguments suivants : {names}",
    "one of the arguments {names} is required": "il faut l'un des arguments {names}",
    "unrecognized arguments: {names}": "arguments inconnus : {names}",
    "not allowed with argument {name}": "ne va pas avec l'argument {name}",
    "invalid choice: {value} (choose from {names})": (
        "choix inconnu : {value} (choix possibles : {names})"
    ),
    "invalid choice: {value}, maybe you meant {name}? (choose from {names})": (
        "choix inconnu : {value}, peut-être {name} ? (choix possibles : {names})"
    ),
    "invalid int value: {quoted}": "{quoted} n'est pas un nombre entier",
    "invalid float value: {quoted}": "{quoted} n'est pas un nombre",
    "expected one argument": "il faut une valeur",
    "expected at least one argument": "il faut au moins une valeur",
    "expected at most one argument": "il faut une valeur au plus",
    "expected {n} argument": "il faut {n} valeur",
    "expected {n} arguments": "il faut {n} valeurs",
    "ignored explicit argument {quoted}": "valeur de trop : {quoted}",
    "ambiguous option: {name} could match {names}": (
        "option ambiguë : {name} pourrait être {names}"
    ),
}
