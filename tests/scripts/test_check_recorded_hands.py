"""The check of recorded hands: it agrees with right records and notices wrong ones."""

from pathlib import Path

import numpy as np
import pytest

import check_recorded_hands

# Suit and rank of five cards, and the class: the royal flush of hearts, a pair of aces, nothing.
CLASSED = [
    [1, 10, 1, 11, 1, 13, 1, 12, 1, 1, 9],
    [2, 1, 3, 1, 4, 3, 1, 5, 1, 7, 1],
    [2, 2, 3, 4, 4, 6, 1, 8, 1, 13, 0],
]
SETTLED = """\
hand_id,game,n_players,seat,player,hole,board,contributed,folded,payoff
a,NLHE,3,1,p2,Ks Kc,Th 7d 2c 2s Kd,100,0,125
a,NLHE,3,0,p1,Ah Kh,Th 7d 2c 2s Kd,100,0,-100
a,NLHE,3,2,p3,Tc Td,Th 7d 2c 2s Kd,25,1,-25
b,NLHE,3,0,p1,2c 3c,As Ks Qs Js Ts,50,0,12.5
b,NLHE,3,1,p2,2d 3d,As Ks Qs Js Ts,50,0,12.5
b,NLHE,3,2,p3,7d 7c,As Ks Qs Js Ts,25,1,-25
"""


def test_right_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    np.save(tmp_path / "uci_poker_training.npy", np.array(CLASSED, np.int8))
    (tmp_path / "deals.csv").write_text(SETTLED)
    check_recorded_hands.main(str(tmp_path))
    assert capsys.readouterr().out.splitlines() == [
        "deals.csv: all 2 agree",
        "uci_poker_training.npy: all 3 agree",
    ]


def test_wrong_records(tmp_path: Path) -> None:
    (tmp_path / "deals.csv").write_text(SETTLED.replace("125\n", "126\n"))
    with pytest.raises(AssertionError, match=r"deals\.csv: a"):
        check_recorded_hands.main(str(tmp_path))
    wrong = np.array(CLASSED, np.int8)
    wrong[1, 10] = 2
    path = tmp_path / "uci_poker_training.npy"
    np.save(path, wrong)
    with pytest.raises(AssertionError, match="uci_poker_training"):
        check_recorded_hands.check_classed_hands(path)


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="has no recorded hands"):
        check_recorded_hands.main(str(tmp_path))
