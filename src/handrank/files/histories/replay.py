"""Play the actions of a hand again: who put in what, who folded, and which cards were seen.

The actions are those of the PHH format (Kim, "Recording and Describing Poker Hands", 2024):
``d dh p1 AhKh`` and ``d db 2c3c4c`` deal hole and board cards, ``p1 f``, ``cc``, ``cbr 100``,
``pb`` fold, check or call, bet or raise to an amount, and post the bring-in; ``sd 2c`` discards
and ``sm AhKh`` shows. A comment begins with ``#``.
"""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from handrank.files.histories.recorded import HistoryError

_CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs]|\?\?")
_PLAYER = re.compile(r"p([1-9][0-9]?)")


class Replay:
    """A table at which a hand is played again."""

    def __init__(
        self,
        stacks: Sequence[Decimal],
        antes: Sequence[Decimal],
        blinds: Sequence[Decimal],
        *,
        antes_are_bets: bool,
        bring_in: Decimal = Decimal(0),
    ) -> None:
        self.left = list(stacks)
        self.n_players = len(stacks)
        self.bets = [Decimal(0)] * self.n_players
        self.dead_money = Decimal(0)
        self.folded = [False] * self.n_players
        self.board: list[str] = []
        self._holes: list[list[str]] = [[] for _ in stacks]
        self._mucked = [False] * self.n_players
        self._bring_in = bring_in
        # What each has bet since cards were dealt last, and whether anybody has acted since.
        self._street = [Decimal(0)] * self.n_players
        self._acted = False
        for player, ante in enumerate(antes):
            paid = self._take(player, ante)
            if antes_are_bets:
                self.bets[player] += paid
            else:
                self.dead_money += paid
        # Of two players the second has the button and the small blind.
        for player, blind in enumerate(reversed(blinds) if len(blinds) == 2 else blinds):
            self._bet(player, abs(blind))

    def _take(self, player: int, amount: Decimal) -> Decimal:
        """Take an amount off a stack, or what is left of it."""
        paid = min(amount, self.left[player])
        self.left[player] -= paid
        return paid

    def _bet(self, player: int, amount: Decimal) -> None:
        paid = self._take(player, amount)
        self.bets[player] += paid
        self._street[player] += paid

    def act(self, action: str) -> None:
        """Do one action."""
        words = action.partition("#")[0].split()
        if not words:
            return
        if words[0] == "d":
            self._deal(words[1:], action)
            return
        player = self._player(words[0], action)
        amount = words[2] if len(words) > 2 else ""
        match words[1] if len(words) > 1 else "":
            case "f":
                self.folded[player] = self._acted = True
            case "cc":
                self._bet(player, max(self._street) - self._street[player])
                self._acted = True
            case "pb":
                self._bet(player, self._bring_in)
                self._acted = True
            case "cbr":
                more = self._amount(amount, action) - self._street[player]
                if more < 0 or more > self.left[player]:
                    raise HistoryError("{action!r} is not in the stack", action=action)
                self._bet(player, more)
                self._acted = True
            case "sd":
                self._new_street()
                for card in _cards(amount, action):
                    held = self._holes[player]
                    held.remove(card if card in held else "??" if "??" in held else _gone(action))
            case "sm":
                self._show(player, _cards(amount, action))
            case _:
                raise HistoryError("{action!r} is no action", action=action)

    def _deal(self, words: Sequence[str], action: str) -> None:
        self._new_street()
        match words:
            case ["db", cards]:
                self.board += _cards(cards, action)
            case ["dh", player, cards]:
                self._holes[self._player(player, action)] += _cards(cards, action)
            case _:
                raise HistoryError("{action!r} is no action", action=action)

    def _new_street(self) -> None:
        # The blinds are in before anybody acts, and cards are dealt after that.
        if self._acted:
            self._street = [Decimal(0)] * self.n_players
            self._acted = False

    def _show(self, player: int, cards: list[str]) -> None:
        # Without cards a hand is mucked, and cannot win.
        if not cards or "??" in cards:
            self._mucked[player] = True
            return
        held = self._holes[player]
        if len(cards) == len(held):
            held[:] = cards
        else:
            # Stud players show what was face down.
            hidden = [place for place, card in enumerate(held) if card == "??"]
            for place, card in zip(hidden, [c for c in cards if c not in held], strict=False):
                held[place] = card

    def _player(self, word: str, action: str) -> int:
        match = _PLAYER.fullmatch(word)
        if match is None or int(match[1]) > self.n_players:
            raise HistoryError("{action!r} names no player", action=action)
        return int(match[1]) - 1

    @staticmethod
    def _amount(text: str, action: str) -> Decimal:
        try:
            amount = Decimal(text)
        except InvalidOperation:
            amount = Decimal("NaN")
        if not amount.is_finite():
            raise HistoryError("{action!r} has no amount", action=action)
        return amount

    def holes(self) -> tuple[str, ...]:
        """Return the players' cards as text, "" where they are not known or were mucked."""
        return tuple(
            "" if mucked or "??" in cards else "".join(cards)
            for cards, mucked in zip(self._holes, self._mucked, strict=True)
        )


def _cards(text: str, action: str) -> list[str]:
    cards = _CARD.findall(text)
    if "".join(cards) != text:
        raise HistoryError("{text!r} in {action!r} is not cards", text=text, action=action)
    return list(cards)


def _gone(action: str) -> str:
    raise HistoryError("{action!r} discards a card that is not held", action=action)
