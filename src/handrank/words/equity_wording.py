"""The words in which equity results are printed, in each language."""

from collections.abc import Mapping
from dataclasses import dataclass

from handrank.rulebook.cards import Lang


@dataclass(frozen=True)
class EquityWording:
    """One language; the sentences are format strings."""

    heading: str
    before_the_flop: str
    board: str
    dead: str
    exact: str
    exact_one: str
    sampled: str
    no_low: str
    player: str
    hand: str
    equity: str
    win: str
    tie: str
    lose: str
    scoop: str
    high_win: str
    high_tie: str
    low_win: str
    low_tie: str
    grid_title: str
    grid_scale: str
    grid_note: str


_WORDINGS: Mapping[str, EquityWording] = {
    "en": EquityWording(
        heading="{}, {}: {}",
        before_the_flop="before the flop",
        board="board {}",
        dead=", dead {}",
        exact="exact, {} boards",
        exact_one="exact, one board",
        sampled="sampled, {} deals, standard error up to {}",
        no_low="no low on {}",
        player="player",
        hand="hand",
        equity="equity",
        win="win",
        tie="tie",
        lose="lose",
        scoop="scoop",
        high_win="high",
        high_tie="tie",
        low_win="low",
        low_tie="tie",
        grid_title="equity against {}",
        grid_scale="equity, %",
        grid_note="suited above the diagonal, offsuit below; equity in %",
    ),
    "fr": EquityWording(
        heading="{}, {} : {}",
        before_the_flop="avant le flop",
        board="tableau {}",
        dead=", mortes {}",
        exact="exact, {} tableaux",
        exact_one="exact, un seul tableau",
        sampled="échantillon, {} donnes, erreur type jusqu'à {}",
        no_low="pas de low sur {}",
        player="joueur",
        hand="main",
        equity="équité",
        win="gagne",
        tie="partage",
        lose="perd",
        scoop="scoop",
        high_win="high",
        high_tie="partage",
        low_win="low",
        low_tie="partage",
        grid_title="équité contre {}",
        grid_scale="équité, %",
        grid_note="assorties au-dessus de la diagonale, dépareillées en dessous ; équité en %",
    ),
}


def get_equity_wording(lang: Lang) -> EquityWording:
    """Return the words of a language.

    Raises
    ------
    ValueError
        If the language is unknown.

    Examples
    --------
    >>> get_equity_wording("fr").equity
    'équité'
    """
    if not isinstance(lang, str) or lang not in _WORDINGS:
        known = ", ".join(map(repr, _WORDINGS))
        raise ValueError(f"unknown language {lang!r}; known: {known}")
    return _WORDINGS[lang]
