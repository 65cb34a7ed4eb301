"""In how many parts a win is counted, so that all who may share it have a whole number of them."""

from math import lcm

FEW, MANY = 12, 60  # parts that two, three and four can share, and those that five and six can as well
NAMES = {FEW: "twelfths", MANY: "sixtieths"}


def parts_of_win(seats: int) -> int:
    """A win in parts, at a table for so many: 12, or 60 for five and six."""
    return FEW if FEW % lcm(*range(1, seats + 1)) == 0 else MANY


def parts_name(seats: int) -> str:
    """What these parts are called."""
    return NAMES[parts_of_win(seats)]
