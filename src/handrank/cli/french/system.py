"""What the operating system and Python's own modules say most often, in French.

What they say besides stays as it is inside a French sentence.
"""

OTHERS = {
    # The operating system.
    "No such file or directory": "ce fichier ou ce dossier n'existe pas",
    "Permission denied": "permission refusée",
    "Operation not permitted": "opération non permise",
    "No space left on device": "il n'y a plus de place sur le disque",
    "Disk quota exceeded": "le quota du disque est dépassé",
    "Is a directory": "c'est un dossier",
    "Not a directory": "ce n'est pas un dossier",
    "File exists": "le fichier existe déjà",
    "File name too long": "le nom du fichier est trop long",
    "File too large": "le fichier est trop grand",
    "Read-only file system": "le système de fichiers est en lecture seule",
    "Too many open files": "trop de fichiers sont ouverts",
    "Too many levels of symbolic links": "trop de liens symboliques à la suite",
    "Bad file descriptor": "le descripteur de fichier est invalide",
    "Input/output error": "erreur d'entrée-sortie",
    # csv.
    "unexpected end of data": "fin de données inattendue",
    "field larger than field limit ({n})": "champ plus long que la limite ({n})",
    "line contains NUL": "la ligne contient un octet nul",
    "{quoted1} expected after {quoted2}": "{quoted1} attendu après {quoted2}",
    # importlib.
    "No module named {quoted}": "aucun module ne s'appelle {quoted}",
}
