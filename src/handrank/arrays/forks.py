"""Locks that a forked child needs, though another thread holds them at the time of the fork.

Threads do not survive a fork, so a lock that one of them holds is never let go in the child. Here
the fork waits until nobody holds it, and what it guards is whole.
"""

import os
from _thread import RLock

_locks: list[RLock] = []
_taken: list[RLock] = []


def hold_across_forks(lock: RLock, *, first: bool = False) -> None:
    """Have forks wait for a lock, the ones before it in order held, as by those who take several.

    A thread that forks may hold the lock itself.
    """
    _locks.insert(0 if first else len(_locks), lock)


def _take() -> None:
    while True:
        wanted = tuple(_locks)
        for lock in wanted:
            lock.acquire()
            _taken.append(lock)
        if wanted == tuple(_locks):
            return
        # An import that we waited for has added locks, which come in their own order, too.
        _let_go()


def _let_go() -> None:
    while _taken:
        _taken.pop().release()


def _let_go_in_child() -> None:
    _let_go()
    # An interrupt may have ended the wait for a lock, which then belongs to a thread that is gone.
    for lock in _locks:
        if not lock._is_owned():  # type: ignore[attr-defined]
            lock._at_fork_reinit()  # type: ignore[attr-defined]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_take, after_in_parent=_let_go, after_in_child=_let_go_in_child)
