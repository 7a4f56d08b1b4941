"""Exact figures of the game, from the reference figures.

Each was obtained in two independent ways: an enumeration in another language, and a published table
or another evaluator.
"""

# By number of cards: how many hands, and how many classes of them, each category has, the high
# card first. Rules "high", 52 cards.
HANDS = {
    5: [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4],
    6: [6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188],
    7: [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324],
}
CLASSES = {
    5: [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1],
    6: [770, 2135, 846, 715, 10, 1277, 156, 156, 9, 1],
    7: [407, 1470, 763, 575, 10, 1277, 156, 156, 9, 1],
}
TOTAL_HANDS = {5: 2598960, 6: 20358520, 7: 133784560}
TOTAL_CLASSES = {5: 7462, 6: 6075, 7: 4824}
CLASS_NUMBER_SUMS = {5: 14603265300, 6: 99997955000, 7: 547965983972}
RANK_MULTISETS = {5: 6175, 6: 18395, 7: 49205}

# Five cards under "high-no-wheel".
HANDS_NO_WHEEL = [1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 32, 4]

# Class numbers by category, best and worst, the high card first; straight and royal flushes
# together hold 1..10.
CLASS_NUMBERS = [
    (6186, 7462),
    (3326, 6185),
    (2468, 3325),
    (1610, 2467),
    (1600, 1609),
    (323, 1599),
    (167, 322),
    (11, 166),
    (2, 10),
    (1, 1),
]

# Single hands and their class numbers, on which three libraries agree.
SINGLE_HANDS = [
    ("As Ks Qs Js Ts", 1),
    ("Ad 2d 3d 4d 5d", 10),
    ("8h 8d 3h 4h 5h 6h 7h", 7),
    ("Js Jh Jd Ts Th", 206),
    ("3s 3h 3d Ts Th", 303),
    ("As Ah Ad Ac Ks", 11),
    ("2s 2h 2d 2c 3s", 166),
    ("As Ah Ad Ks Kh", 167),
    ("2s 2h 2d 3s 3h", 322),
    ("As Kh Qd Jc Ts", 1600),
    ("As 2h 3d 4c 5s", 1609),
    ("Ks Kh Jd Jc As", 2611),
    ("7s 5h 4d 3c 2s", 7462),
]
