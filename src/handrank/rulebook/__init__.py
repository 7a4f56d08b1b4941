"""The rules as data: cards, rule sets, games and published figures."""
