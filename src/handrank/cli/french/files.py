"""What is wrong with files of any format, in French."""

MESSAGES = {
    # Reading and writing.
    "cannot read {file}: {message}": "impossible de lire {file} : {message}",
    "cannot read {file}: it is a folder": "impossible de lire {file} : c'est un dossier",
    "cannot read {file}: no such file": "impossible de lire {file} : ce fichier n'existe pas",
    "cannot read standard input: it is closed": (
        "impossible de lire l'entrée standard : elle est fermée"
    ),
    "cannot write {file}: {message}": "impossible d'écrire {file} : {message}",
    "cannot write {file}: it is a folder": "impossible d'écrire {file} : c'est un dossier",
    "cannot write {file}: it is not a regular file": (
        "impossible d'écrire {file} : ce n'est pas un fichier ordinaire"
    ),
    "cannot write {file}: it is the file being read": (
        "impossible d'écrire {file} : c'est le fichier en cours de lecture"
    ),
    "cannot write {file}: a picture is a {formats} file": (
        "impossible d'écrire {file} : une image est un fichier {formats}"
    ),
    "cannot write {n1} hands: they need {n2} bytes, the disk has {n3} free": (
        "impossible d'écrire {n1} mains : il faut {n2} octets, le disque en a {n3} de libres"
    ),
    "cannot use {file}: {message}": "impossible d'utiliser {file} : {message}",
    "one file at a time: {file} is given with other arguments": (
        "un fichier à la fois : {file} est donné avec d'autres arguments"
    ),
    "{file}: unknown format {quoted}; known extensions: {names}": (
        "{file} : format {quoted} inconnu ; extensions connues : {names}"
    ),
    # Where it is wrong.
    "{file}, {place}: {message}": "{file}, {place} : {message}",
    "{file}, line {n}: {message}": "{file}, ligne {n} : {message}",
    # CSV files.
    "{file} is empty": "{file} est vide",
    "{file} is UTF-16; save it as UTF-8": "{file} est en UTF-16 ; enregistrez-le en UTF-8",
    "{file} holds no rows": "{file} ne contient aucune ligne",
    "{file}, line {n1}: longer than {n2}": "{file}, ligne {n1} : plus de {n2} caractères",
    "{n1} columns where the first row has {n2}": (
        "la première ligne a {n2} colonnes, et celle-ci {n1}"
    ),
    ("{file}, {place}: more columns than the first row, which has {n}; a table cannot keep them"): (
        "{file}, {place} : plus de colonnes que la première ligne, qui en a {n} ; une table ne "
        "peut pas les garder"
    ),
    # NumPy's files.
    "{file}: a .npy file has no columns with names": (
        "{file} : un fichier .npy n'a pas de colonnes nommées"
    ),
    "{file} is not a .npy file: {message}": "{file} n'est pas un fichier .npy : {message}",
    "{file} is not a .npy file: its header has shape {shape}": (
        "{file} n'est pas un fichier .npy : son en-tête donne la forme {shape}"
    ),
    "{file} is a .npy file of an unknown version": (
        "{file} est un fichier .npy d'une version inconnue"
    ),
    "{file} holds pickled Python objects, which are never loaded": (
        "{file} contient des objets Python sérialisés (pickle), qui ne sont jamais chargés"
    ),
    "{file} is truncated: {n1} bytes where its header says {n2}": (
        "{file} est tronqué : {n1} octets là où son en-tête en annonce {n2}"
    ),
    "{file} is truncated: it became shorter while it was read": (
        "{file} est tronqué : il a raccourci pendant la lecture"
    ),
    "{file}: card ids must be integers, got dtype {dtype}": (
        "{file} : les numéros de cartes doivent être des entiers, et non de dtype {dtype}"
    ),
    "{file}: shape {shape} is neither (hands, cards) nor (cards,)": (
        "{file} : la forme {shape} n'est ni (mains, cartes) ni (cartes,)"
    ),
    # Packages that are not there.
    "parquet files need pyarrow ({message}); install handrank[parquet]": (
        "les fichiers Parquet demandent pyarrow ({message}) ; installez handrank[parquet]"
    ),
    "pictures need matplotlib ({message}); install handrank[plot]": (
        "les images demandent matplotlib ({message}) ; installez handrank[plot]"
    ),
    # The lookup tables of the package.
    (
        "no tables: {file} is missing; reinstall handrank, or run scripts/build_tables.py in a "
        "checkout"
    ): (
        "pas de tables : {file} manque ; réinstallez handrank, ou lancez scripts/build_tables.py "
        "dans une copie du dépôt"
    ),
    "cannot read table {file}: {message}": "impossible de lire la table {file} : {message}",
    "{file} does not list {name}": "{file} ne mentionne pas {name}",
    "{file} is damaged: {message}": "{file} est endommagé : {message}",
    "{file} is damaged: it lists no arrays": (
        "{file} est endommagé : il ne mentionne aucun tableau de nombres"
    ),
    "{file} is damaged: its entry for {name} is {repr}": (
        "{file} est endommagé : son entrée pour {name} est {repr}"
    ),
    "table {file} is damaged: {message}": "la table {file} est endommagée : {message}",
    "table {file} is damaged: its sha256 is not the manifest's": (
        "la table {file} est endommagée : son sha256 n'est pas celui du manifeste"
    ),
    "table {file} is {dtype1} {shape}, this version of handrank reads {dtype2} ({n},)": (
        "la table {file} est {dtype1} {shape}, cette version de handrank lit {dtype2} ({n},)"
    ),
}
