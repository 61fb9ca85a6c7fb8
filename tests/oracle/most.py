"""Who has the most of something."""


def most(amounts):
    """Return the side with the unique largest amount, or None. None among them never wins."""
    present = [amount for amount in amounts if amount is not None]
    if not present or present.count(max(present)) != 1:
        return None
    return amounts.index(max(present))


def gap(amounts):
    """Return by how much the largest of two or more numbers exceeds the next."""
    *_, second, first = sorted(amounts)
    return first - second
