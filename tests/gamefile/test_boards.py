"""Maps and boards: which places lie side by side."""

import pytest

from dhstats.errors import BadInput
from dhstats.gamefile import graph, grid


def test_roads_lead_both_ways_unless_they_say_otherwise() -> None:
    """Coast and forest are joined; from the hills one only goes down."""
    joined = graph(("coast", "forest", "hills"), "coast-forest hills>forest")
    assert joined.tolist() == [[0, 1, 0], [1, 0, 0], [0, 1, 0]]


def test_squares_have_two_to_four_neighbours_and_up_to_eight_with_diagonals() -> None:
    """On a board of three by three."""
    assert grid(3, 3).sum(axis=1).tolist() == [2, 3, 2, 3, 4, 3, 2, 3, 2]
    assert grid(3, 3, diagonal=True).sum(axis=1).tolist() == [3, 5, 3, 5, 8, 5, 3, 5, 3]
    assert grid(3, 4, round_edges=True).sum(axis=1).tolist() == [4] * 12


@pytest.mark.parametrize(
    ("places", "roads", "says"),
    [
        (("coast", "hills"), "coast-hill", "'hill' is not one of the places; did you mean 'hills'?"),
        (("coast", "hills"), "coast", "must join two places"),
        (("coast", "coast"), "", "must be different words"),
    ],
)
def test_unknown_places_are_told(places: tuple[str, ...], roads: str, says: str) -> None:
    """With the nearest one."""
    with pytest.raises(BadInput, match=says.replace("?", r"\?").replace("(", r"\(")):
        graph(places, roads)


def test_a_board_has_squares() -> None:
    """None of none."""
    with pytest.raises(BadInput, match="has 1 to 1,024 squares"):
        grid(0, 3)
