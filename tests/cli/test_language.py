"""The language of the command line: which is asked for, and what commands say in it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from handrank.cli import main
from handrank.cli.language import asked_lang, say, speaking
from handrank.rulebook.errors import Message, Seat


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_CA", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_CA", "LC_ALL": ""}, "fr"),
        ({"LANG": "en_GB", "LC_MESSAGES": "fr_BE@euro"}, "fr"),
        ({"LANG": "fr_FR", "LANGUAGE": "en"}, "en"),
        ({"LANG": "en_US", "LANGUAGE": "de:fr:en"}, "fr"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], lang: str) -> None:
    assert asked_lang([], environment) == lang
    assert asked_lang(["--lang", "fr"], environment) == "fr"
    assert asked_lang(["--lang", "en"], environment) == "en"


def test_the_language_that_arguments_ask_for() -> None:
    assert asked_lang(["equity", "--lang=fr"], {}) == "fr"
    assert asked_lang(["--lang", "fr", "--lang", "de"], {}) == "en"
    assert asked_lang(["--lang"], {}) == "en"
    assert asked_lang(["--", "--lang", "fr"], {}) == "en"


def test_speaking_ends() -> None:
    seat = Message("seat {seat}", seat=Seat(0))
    with speaking("fr"):
        assert say(seat) == "siège 1"
        with speaking("en"):
            assert say(seat) == "seat 1"
        assert say(seat) == "siège 1"
    assert say(seat) == "seat 1"


@pytest.mark.parametrize("before", [True, False])
def test_lang_stands_before_the_command_or_after(
    before: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    lang, command = ["--lang", "fr"], ["evaluate", "AsKsQsJsTs"]
    assert main([*lang, *command] if before else [*command, *lang]) == 0
    assert capsys.readouterr().out.endswith("quinte flush royale       1\n")


def test_lang_wins_over_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    assert main(["evaluate", "AsKsQsJsTs"]) == 0
    assert "quinte flush royale" in capsys.readouterr().out
    assert main(["evaluate", "AsKsQsJsTs", "--lang", "en"]) == 0
    assert "royal flush" in capsys.readouterr().out


def help_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit):
        main([*arguments, "--help"])
    return " ".join(capsys.readouterr().out.split(" "))


COMMANDS = ["evaluate", "showdown", "equity", "grid", "deal", "survey", "tables"]


@pytest.mark.parametrize("command", [[], *([command] for command in COMMANDS)])
def test_help_has_no_english_in_french(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = help_of(capsys, "--lang", "fr", *command)
    assert text.startswith("utilisation\u00a0: handrank")
    assert "afficher cette aide et terminer" in text
    text = text.replace("left-of-button", "")  # the name of a rule
    assert not re.search(r"\b(the|of|and|with|hand of|show|print|usage|default)\b", text)
    assert not re.search(r" [:;?!]\s", text)


def test_help_is_english_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert "utilisation" in help_of(capsys, "--lang", "fr", "grid")
    assert help_of(capsys, "grid").startswith("usage: handrank grid")


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
    # These do not break the line in French; here they read better as plain ones.
    french = french.replace("\u00a0", " ")
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
        (["evaluate", "AsKsQsJsTs", "-o", "no/x.csv"], "impossible d'écrire no/x.csv : ce"),
        (["survey", "many"], "argument N : 'many' n'est pas un nombre entier"),
        (["survey", "--cards", "4"], "argument --cards : choix inconnu : 4 (choix possibles : 5"),
        (["survey", "--cards", "x"], "argument --cards : 'x' n'est pas un nombre entier"),
        (["fold"], "choix inconnu : 'fold'"),
        (["showdown", *TWO], "un abattage demande un tableau ; plusieurs joueurs sont en lice"),
        (["showdown", "AhKh", "2c3c4c"], "siège 1 : une main sans --board a 5, 6 ou 7 cartes"),
        (["showdown", *TWO, *BOARD[:1], "7d2c"], "un tableau a 3, 4 ou 5 cartes, et non 2 (forme "),
        (["showdown", *TWO, *BOARD, "--bets", "1"], "--bets a 1 nombres pour 2 joueurs"),
        (["showdown", *TWO, *BOARD, "--bets=-1,2"], "'-1' n'est pas un montant"),
        (
            ["showdown", *TWO, *BOARD, "--bets", f"{10**20},1"],
            f"--bets : {10**20} est hors de 0..9223372036854775807",
        ),
        (["showdown", *TWO, *BOARD, "--bets", "ten"], "'ten' n'est pas un montant"),
        (["showdown", *TWO, *BOARD, "--folded", "1,2"], "--folded : tout le monde est couché"),
        (["showdown", *TWO, *BOARD, "--button", "3"], "--button : il n'y a pas de siège 3 ; les"),
        (["showdown", "AhKh", "AhTd", *BOARD], "A♥ (carte n° 50) est donnée deux fois"),
        (["showdown", "AhXy", "AhTd", *BOARD], "siège 1 ('AhXy') : 'Xy' n'est pas une carte"),
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
            "joueur 3 (AsQs) : il ne reste aucune main : joueur 2 a A♠",
        ),
        (["equity", "AA", "AA", "AA"], "les mains des joueurs s'excluent : chaque donne "),
        (
            ["equity", "AsKs", "QQ", "--dead", "As"],
            "joueur 1 (AsKs) : il ne reste aucune main : A♠ est morte",
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
            "joueur 2 (As2c3c4c) : il ne reste aucune main : joueur 1 a A♠",
        ),
        (["grid", "AKx"], f"adversaire : 'AKx' {ENTRIES}"),
        (
            ["grid", "AsKs", "--dead", "As"],
            "adversaire (AsKs) : il ne reste aucune main : A♠ est morte",
        ),
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
            "x.csv, ligne 3 : 4 cartes là où le fichier a des mains de 5",
        ),
        ("evaluate", "As,Ks,Qs,Js,Ts\nAs,Ks,,Js,Ts\n", "x.csv, ligne 2 : la carte 3 sur 5 manque"),
        ("evaluate", "As,Ks,Qs,Js,Ts\nAs,Ks\n", "la première ligne a 5 colonnes, et celle-ci 2"),
        ("evaluate", "", "x.csv est vide"),
        ("evaluate", "a,b\nx,y\n", "impossible de savoir lesquelles de ses 2 colonnes contiennent"),
        ("evaluate", 'hand\n"AsKsQsJsTs\n', "x.csv, ligne 2 : fin de données inattendue"),
        ("showdown", "a,b\n1,2\n", "x.csv : pas de colonnes de cartes privatives, hole_1, "),
        ("showdown", "hole\nAsKs\n", "x.csv : pas de colonnes de cartes privatives"),
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
            "colonne 'bet_2' : 'much' n'est pas un montant",
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

    monkeypatch.setattr("handrank.cli.evaluate_command._evaluate_texts", interrupt)
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
