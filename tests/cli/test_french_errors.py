"""Errors in French: every message of the source has its French, and commands print it."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import handrank
from handrank.cli import main
from handrank.cli.french import MESSAGES, OTHERS, PHRASES
from handrank.cli.refusals import asked_lang, refusal

PACKAGE = Path(handrank.__file__).parent
SOURCES = {
    str(path.relative_to(PACKAGE).with_suffix("")): path for path in sorted(PACKAGE.rglob("*.py"))
}

# --- what the source says

# A module of words in both languages, or one that raises nothing that the command line can cause.
NO_MESSAGES = {
    *("wording", "equity_wording", "description", "rules", "exact_figures", "__main__"),
    "masks",  # only Python passes masks
    "classes",  # the command line asks for the classes of ranks that it has just made
    "counting",  # `tables verify` counts hands of five to seven cards
    "decision",  # as showdown_report calls it, there are players and a board
    "winning",  # the same
    "verification",  # names of figures, which `tables verify` prints
    "equity_result",  # a result, no error
    "jit",  # only Python calls it
}
# Messages that only a caller from Python can cause, by module.
FROM_PYTHON = {
    "cards": {
        "unknown language {!r}; known: 'en', 'fr'",  # --lang has choices
    },
    "inputs": {  # the command line passes text, not arrays
        "all rows must have the same length",
        "all hands must have the same number of cards",
        "card ids and card text mixed",
        "{} has masked entries; fill or drop them first",
        "{} must have an axis of cards, got the single number {}",
        "{} of shape {} has no axis {}",
        "{}: {} is outside 0..{}",
        "{!r} has {} cards, the hands before it {}",
        "{} is an empty array of text, so the number of cards is unknown",
    },
    "players": {  # nor arrays of players
        "{} has masked entries; fill or drop them first",
        "{}: all deals must have as many players ({})",
        "{} must have an axis of players, got the single value {}",
        "{} has no players (shape {})",
        "the numbers of players, along the last axis, differ: {}",
        "shapes do not match: {}; the dimensions before the last must be equal or 1",
        "{} {}",  # a part of the last two
        "{}: {} is outside 0..{}",  # ranks are its own
        "row {}: ",  # one deal at a time goes without a row; tables are checked before
    },
    "pots": {
        "hand ranks",  # they are its own
        "whole chips",  # as --bets reads them
        "button must be one seat or one a deal, shape {}, got shape {}",
        "the deal is good",  # an assertion
        "button is {}; the seats are 0..{}",  # --button says it before, and so do tables
    },
    "pot_list": {"whole chips"},
    "showdowns": {  # arguments of `showdown` that the command line has not, and shapes
        "hand ranks",
        "{} ranks its low hands itself: low_ranks must not be given",
        "button is for the odd chips of bets, which are not given",
        "folded {} has more deals than the cards, {}",
        "low_ranks {} has more deals than the cards, {}",
        "hole cards need an axis of players, shape (..., P, n), got {}; as text, give a list with "
        "one text a player",
        "hole cards {} and board {} do not match: the players of a deal share one board, shape "
        "(..., 3..5) or (..., 1, 3..5)",
        "hole cards {} and board {} do not match: there must be one board a deal, or one for all",
    },
    "game_ranking": {
        "{} is played with {} hole cards, got {} (shape {})",  # said before, seat by seat
    },
    "evaluation": {  # sizes of hands are checked before, shapes and `out` are its own
        "a hand has 5, 6 or 7 cards, got {} along axis {} of shape {}; hole cards go with board=",
        "a board goes with 2 hole cards, got {} (shape {})",
        "hole cards {} and board {} do not broadcast: the dimensions before the last must be "
        "equal or 1",
        "out must have shape {}, got {}",
        "out is read-only",
    },
    "omaha": {
        "an Omaha hand has 4, 5 or 6 hole cards, got {} (shape {})",  # said before, seat by seat
    },
    "games": {"unknown game {!r}; known games: {}"},  # --game has choices
    "combos": {"a combo has 2 cards, got {} (shape {})"},  # a range's text has pairs of cards
    "ranges": {  # ranges are given as text
        "weights must have shape ({},), got {}",
        "weight {} is {}; weights are finite and not negative",
        "the range is empty: every weight is 0",
        "{} combos need as many weights, got shape {}",
        "dead must be one row of cards, got shape {}",
        "in takes one combo, got {}",
    },
    "omaha_hands": {  # so are hands
        "got cards of shape {}; {}",
        "{} hands need as many weights, got shape {}",
        "weight {} is {}; weights are finite and not negative",
        "no hand has a weight above 0",
        ", +{}",  # hands in a result
    },
    "equities": {  # --method has choices, --dask and --threads exclude each other before
        "method must be 'auto', 'exact' or 'sampled', got {!r}",
        "give threads or an executor, not both",
    },
    "equity_arguments": {"{} must be one row of cards, got shape {}"},
    "equity_question": {
        "ranges are of {} hole cards, {} has {}",  # --game of `grid` has choices
    },
    "dealing": {  # --cards and N are counts
        "{} must not be negative, got {}",
        "dead must be one row of cards, got shape {}",
    },
    "grids": {  # `range_grid` is for Python
        "{!r} is no class of hole cards; they are like AA, AKs, AKo",
        "values must have shape ({},) or ({},), got {}",
    },
}
# Text that the command line takes from no single place of the source.
JOINED = {
    "",  # a spot that needs no words
    "{} or {}",  # `' or '.join`
}
# What a TypeError says is of interest to Python only: no command catches one.
PYTHON_ONLY = {"TypeError", "AssertionError", "AttributeError"}
_PROSE = re.compile(r"[a-z]{2,} [a-z]{2,}")
_FIELD = re.compile(r"\{([a-z]+)\d*\}")


def template_of(node: ast.AST) -> str | None:
    """Return a text with {} in the place of each expression, {!r} where its repr stands."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value)
            if isinstance(part, ast.Constant)
            else "{!r}"
            if isinstance(part, ast.FormattedValue) and part.conversion == ord("r")
            else "{}"
            for part in node.values
        )
    return None


def every_text(
    node: ast.AST, commands: bool, inside: bool = False, given: bool = False
) -> Iterator[tuple[str, bool]]:
    """Yield the texts of a module, and whether each may be a message or a part of one.

    The commands have much text that is no error: what is raised or translated counts there.
    """
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    text = template_of(node)
    if text is not None:
        prose = _PROSE.search(text) or (isinstance(node, ast.JoinedStr) and " " in text)
        yield text, given or (inside and bool(prose))
    if isinstance(node, ast.JoinedStr):
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from every_text(part.value, commands, inside)
        return
    call = node.exc if isinstance(node, ast.Raise) else node
    says = isinstance(call, ast.Call) and (
        call is not node or ast.unparse(call.func) in ("refusal", "_refuse")
    )
    if isinstance(call, ast.Call) and says:
        if ast.unparse(call.func) in PYTHON_ONLY:
            return
        for argument in call.args:
            yield from every_text(argument, commands, inside=True, given=True)
        return
    inside = inside or not commands
    for child in ast.iter_child_nodes(node):
        yield from every_text(child, commands, inside)


def texts_of(module: str) -> list[tuple[str, bool]]:
    tree = ast.parse(SOURCES[module].read_text(encoding="utf-8"))
    return list(every_text(tree, module.startswith("cli/") and module != "cli/showdown_report"))


def as_source(english: str) -> str:
    """Return a template of the catalogue as `template_of` gives it."""
    return _FIELD.sub(
        lambda field: "{!r}" if field[1] in ("quoted", "repr") else "{}",
        english,
    )


CATALOGUES = {"message": MESSAGES, **PHRASES}
KNOWN = {as_source(english) for catalogue in CATALOGUES.values() for english in catalogue}


@pytest.mark.parametrize("kind", [*CATALOGUES, "others"])
def test_french_has_the_same_placeholders(kind: str) -> None:
    for english, french in {**CATALOGUES, "others": OTHERS}[kind].items():
        fields = re.findall(r"\{.*?\}", english)
        assert sorted(fields) == sorted(re.findall(r"\{.*?\}", french)), english
        assert len(set(fields)) == len(fields), english


@pytest.mark.parametrize("kind", [*CATALOGUES, "others"])
def test_french_has_its_spaces(kind: str) -> None:
    for french in {**CATALOGUES, "others": OTHERS}[kind].values():
        assert not re.search(r"\S[:;?!] ", french), french


SAMPLES = {
    **dict.fromkeys(("quoted", "quote"), ("'x: y'", "'x: y'")),
    "n": ("3", "3"),
    "card": ("Kh", "R♥"),
    "signs": ("2 3", "2 3"),
    "shape": ("(2, 3)", "(2, 3)"),
    "game": ("short-deck", "short-deck"),
    "option": ("trials", "trials"),
    "message": ("no cards: the text is empty", "pas de cartes : le texte est vide"),
    "file": ("a: {b}.csv", "a: {b}.csv"),
    "reasons": ("Kh is dead, Kh is dead", "R♥ est morte, R♥ est morte"),
    "where": ("standard input, column 'x'", "l'entrée standard, colonne 'x'"),
}


def filled(english: str, french: str) -> tuple[str, str]:
    """Return two templates with something in their placeholders."""
    for name, kind in re.findall(r"\{(([a-z]+)\d*)\}", english):
        if kind in SAMPLES:
            one, two = SAMPLES[kind]
        elif kind in PHRASES:
            one, two = filled(*list(PHRASES[kind].items())[-1])
        else:
            one = two = "some.thing"
        field = "{" + name + "}"
        english, french = english.replace(field, one), french.replace(field, two)
    return english, french


@pytest.mark.parametrize("english", [*MESSAGES, *OTHERS])
def test_a_message_is_found_by_its_template(english: str) -> None:
    message, french = filled(english, {**MESSAGES, **OTHERS}[english])
    assert refusal(message, "fr") == french
    assert refusal(message, "en") == message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{}",
        "{0}{file}",
        "(.*",
        "\\",
        "a\nb",
        "\udcff",
        "'",
        "row 1: " * 2000,
        "a, " * 10**5,
    ],
)
def test_nothing_makes_it_fail(text: str) -> None:
    assert refusal(text, "en") == text
    assert text[-50:] in refusal(text, "fr")
    assert text[-50:] in refusal(f"cannot read {text}: Permission denied", "fr")
    assert text[-50:] in refusal(f"{text}, line 3: {text!r} is not a card", "fr")


def test_a_file_may_be_called_like_a_message() -> None:
    name = "a: b, line 2.csv"
    assert refusal(f"{name}, line 3: card 2 of 5 is missing", "fr") == (
        f"{name}, ligne 3 : la carte 2 sur 5 manque"
    )


def test_the_language_that_arguments_ask_for() -> None:
    assert asked_lang(["equity", "--lang=fr"]) == "fr"
    assert asked_lang(["--lang", "fr", "--lang", "de"]) == "en"
    assert asked_lang(["--lang"]) == "en"
    assert asked_lang(["--", "--lang", "fr"]) == "en"


# --- what commands print


def in_both(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code and what a command says on stderr in French and in English."""
    said = []
    for lang in ("fr", "en"):
        try:
            code = main([*arguments, "--lang", lang])
        except SystemExit as end:
            code = int(str(end.code))
        said.append((code, capsys.readouterr().err))
    (code, french), (english_code, english) = said
    assert code == english_code
    assert french != english
    assert "Traceback" not in french + english
    return code, french, english


BOARD = ["--board", "Th 7d 2c 2s Kd"]
TWO = ["AhKh", "TcTd"]
ENTRIES = "n'est pas une entrée de range ; les entrées sont comme QQ, QQ+"


@pytest.mark.parametrize(
    ("arguments", "french"),
    [
        (
            ["evaluate", "AsKsQsJsTs", "AsAsQsJsTs"],
            "mains, n° 2 ('AsAsQsJsTs') : A♠ (carte n° 51) est donnée deux fois",
        ),
        (
            ["evaluate", "AsKsQsJsXx"],
            "mains, n° 1 ('AsKsQsJsXx') : 'Xx' n'est pas une carte à la position 8 de "
            "'AsKsQsJsXx' ; une carte est une valeur (2 3 4 5 6 7 8 9 T J Q K A ou 10) suivie "
            "d'une couleur (c d h s ou ♣ ♦ ♥ ♠)",
        ),
        (["evaluate", "AsKs"], "une main a 5, 6 ou 7 cartes en un seul texte, et non 2"),
        (
            ["evaluate", "AsKsQsJs2s", "--rules", "short-deck"],
            "2♠ (carte n° 3) n'est pas dans le jeu, qui va de 6♣ à A♠",
        ),
        (["evaluate", "no.csv"], "impossible de lire no.csv : ce fichier n'existe pas"),
        (["evaluate", "."], "impossible de lire . : c'est un dossier"),
        (["evaluate"], "handrank evaluate: il manque les arguments suivants : HANDS"),
        (["evaluate", "As", "--rules", "low"], "argument --rules : choix inconnu : 'low' (choix"),
        (["evaluate", "As", "--no"], "handrank: arguments inconnus : --no"),
        (["evaluate", "As", "--header"], "argument --header : il faut une valeur"),
        (["evaluate", "a.csv", "b.csv"], "un fichier à la fois : a.csv est donné avec d'autres"),
        (["evaluate", "AsKsQsJsTs", "-o", "x.txt"], "x.txt : format '.txt' inconnu ; extensions"),
        (
            ["evaluate", "AsKsQsJsTs", "-o", "no/x.csv"],
            "impossible d'écrire no/x.csv : ce",
        ),
        (["survey", "many"], "argument N : 'many' n'est pas un nombre entier"),
        (["survey", "--cards", "4"], "argument --cards : choix inconnu : 4 (choix possibles : 5"),
        (["survey", "--cards", "x"], "argument --cards : 'x' n'est pas un nombre entier"),
        (["fold"], "choix inconnu : 'fold'"),
        (["showdown", *TWO], "siège 0 : une main sans --board a 5, 6 ou 7 cartes, et non 2"),
        (["showdown", *TWO, *BOARD[:1], "7d2c"], "un tableau a 3, 4 ou 5 cartes, et non 2 (forme "),
        (["showdown", *TWO, *BOARD, "--bets", "1"], "doit donner une mise par joueur : 1 pour 2"),
        (["showdown", *TWO, *BOARD, "--bets=-1,2"], "--bets : le siège 0 a misé -1 jetons ; une"),
        (
            ["showdown", *TWO, *BOARD, "--bets", f"{10**20},1"],
            f"les mises doivent tenir dans int64, et non {10**20}",
        ),
        (["showdown", *TWO, *BOARD, "--bets", "ten"], "'ten' n'est pas une liste de nombres"),
        (["showdown", *TWO, *BOARD, "--folded", "0,1"], "--folded : tout le monde est couché"),
        (["showdown", *TWO, *BOARD, "--button", "2"], "--button : il n'y a pas de siège 2 ; les"),
        (["showdown", "AhKh", "AhTd", *BOARD], "A♥ (carte n° 50) est donnée deux fois"),
        (["showdown", "AhXx", "AhTd", *BOARD], "siège 0 ('AhXx') : 'Xx' n'est pas une carte"),
        (["showdown", "AhKhQh", "AhTd", *BOARD], "holdem se joue avec 2 cartes privatives, et non"),
        (["equity", "AA"], "l'équité se calcule pour 2 à 10 joueurs, et non 1"),
        (["equity", "AA", "AKx"], f"joueur 2 : 'AKx' {ENTRIES}"),
        (["equity", "AA", "QQ, AKx"], "'AKx' à la position 4 de la range 'QQ, AKx' n'est pas"),
        (["equity", "AA", "KA"], "joueur 2 : 'KA' : écrivez d'abord la carte la plus haute"),
        (["equity", "AA", "AsAs"], "joueur 2 : combo 0 : A♠ (carte n° 51) est donnée deux fois"),
        (["equity", "AA", ""], "joueur 2 : la range '' est vide"),
        (["equity", "AA", "0.01%"], "'0.01%' : 0.01% des 1 326 combos ne font pas une classe"),
        (
            ["equity", "AA", "AsKs", "AsQs"],
            "joueur 3 (AsQs) : il ne reste aucun combo : le",
        ),
        (["equity", "AA", "AA", "AA"], "les ranges des joueurs s'excluent : chaque donne "),
        (
            ["equity", "AsKs", "QQ", "--dead", "As"],
            "joueur 1 (AsKs) : il ne reste aucun combo :",
        ),
        (["equity", "AA", "KK", "--board", "AsAs7d"], "tableau : A♠ (carte n° 51) est donnée deux"),
        (["equity", "AA", "KK", "--board", "AsXx"], "tableau : 'Xx' n'est pas une carte à la"),
        (["equity", "AA", "KK", "--dead", "Xx"], "cartes mortes : 'Xx' n'est pas une carte ;"),
        (["equity", "AA", "KK", "--trials", "0"], "--trials doit valoir au moins 1, et non 0"),
        (["equity", "AA", "KK", "--target-stderr", "2"], "--target-stderr doit être entre 0 et 1"),
        (["equity", "AA", "KK", "--threads=1", "--dask=x"], "donnez --threads ou --dask, mais pas"),
        (
            ["equity", "AsKsQsJs", "AhKh", "--game", "omaha"],
            "joueur 2 : 'AhKh' à la position 0 de 'AhKh' : nombre de cartes : 2 ; omaha se joue "
            "avec 4 cartes privatives : donnez des mains entières",
        ),
        (
            ["equity", "AsKsQsJs", "As2c3c4c", "--game", "omaha"],
            "joueur 2 (As2c3c4c) : il ne reste aucune main : A♠ est au joueur 1",
        ),
        (["grid", "AKx"], f"adversaire : 'AKx' {ENTRIES}"),
        (["grid", "AsKs", "--dead", "As"], "adversaire (AsKs) : il ne reste aucun combo : A♠ est"),
        (["grid", "AA", "--threads", "0"], "--threads doit valoir au moins 1, et non 0"),
        (["grid", "AA", "-o", "x.gif"], "une image est un fichier .png ou .svg"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes(
    arguments: list[str],
    french: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.csv", "b.csv"):
        Path(name).write_text("AsKsQsJsTs\n")
    code, said, _ = in_both(capsys, *arguments)
    assert code == 2
    assert french in said
    assert said.startswith("handrank")


@pytest.mark.parametrize(
    ("command", "text", "french"),
    [
        (
            "evaluate",
            "hand\nAsKsQsJsTs\nAsKsQsJs\n",
            "x.csv, ligne 3 : nombre de cartes : 4, là",
        ),
        ("evaluate", "As,Ks,Qs,Js,Ts\nAs,Ks,,Js,Ts\n", "x.csv, ligne 2 : la carte 3 sur 5 manque"),
        ("evaluate", "As,Ks,Qs,Js,Ts\nAs,Ks\n", "la première ligne a 5 colonnes, et celle-ci 2"),
        ("evaluate", "", "x.csv est vide"),
        ("evaluate", "a,b\nx,y\n", "impossible de savoir lesquelles de ses 2 colonnes contiennent"),
        ("evaluate", 'hand\n"AsKsQsJsTs\n', "x.csv, ligne 2 : fin de données inattendue"),
        ("showdown", "a,b\n1,2\n", "x.csv n'a pas de colonnes de cartes privatives, hole_1, "),
        ("showdown", "hole_1\nAsKs\n", "x.csv n'a pas de colonne 'board' ; ses colonnes : hole_1"),
        (
            "showdown",
            "hole_1,hole_2,board,bet_1\nAsKs,QhQd,Th7d2c,1\n",
            "x.csv : le siège 2 a 'hole_2', mais pas de colonne comme 'bet_1'",
        ),
        (
            "showdown",
            "hole_1,hole_2,board\nAsKs,QhQx,Th7d2c\n",
            "x.csv, ligne 2 : colonne 'hole_2' : 'Qx' n'est pas une carte à la position 2 de",
        ),
        (
            "showdown",
            "hole_1,hole_2,board,bet_1,bet_2\nAsKs,QhQd,Th7d2c,1,much\n",
            "colonne 'bet_2' : 'much' n'est pas un nombre de jetons (entier, 0 ou plus)",
        ),
        (
            "showdown",
            "hole_1,hole_2,board\nAsKs,QhQd,ThTh2c\n",
            "x.csv, ligne 2 : 10♥ (carte n° 34) est donnée deux fois",
        ),
    ],
)
def test_mistakes_in_files(
    command: str,
    text: str,
    french: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.csv").write_text(text)
    code, said, _ = in_both(capsys, command, "x.csv")
    assert code == 2
    assert french in said


def test_numpy_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, np.zeros((2, 4), dtype=np.uint8))
    _, said, _ = in_both(capsys, "evaluate", str(path))
    assert said == f"handrank: {path}, forme (2, 4) : une main a 5, 6 ou 7 cartes, et non 4\n"
    np.save(path, np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 99]], dtype=np.uint8))
    _, said, _ = in_both(capsys, "evaluate", str(path))
    assert said == (
        f"handrank: {path}, ligne 1 (comptée à partir de 0) : le numéro de carte 99 est hors de "
        "0..51\n"
    )


def test_the_note_on_a_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands.csv"
    path.write_text("mes mains\nAsKsQsJsTs\n")
    code, said, _ = in_both(capsys, "evaluate", str(path))
    assert code == 0
    assert f"{path} : sa première ligne, 'mes mains', est prise pour un en-tête\n" in said


def test_threads_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HANDRANK_THREADS", "many")
    code, said, _ = in_both(capsys, "evaluate", "AsKsQsJsTs")
    assert code == 2
    assert said == "handrank: HANDRANK_THREADS doit être un entier positif, et non 'many'\n"


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("handrank.cli.evaluate._evaluate_texts", interrupt)
    code, said, english = in_both(capsys, "evaluate", "AsKsQsJsTs")
    assert (code, said, english) == (130, "handrank: interrompu\n", "handrank: interrupted\n")


def test_where_the_terminal_has_no_accents() -> None:
    # A file's name that is no text stays readable; see os.fsdecode.
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    for arguments, said in (
        (["equity", "AA", "AsAs"], b"joueur 2 : combo 0 : As (carte no 51) est donnee deux fois\n"),
        (["evaluate", b"\xff.csv", "x"], b"fois : \\udcff.csv est donne avec d'autres arguments\n"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "handrank", *arguments, "--lang", "fr"],
            capture_output=True,
            env=environment,
            check=False,
        )
        assert done.returncode == 2
        assert said in done.stderr
