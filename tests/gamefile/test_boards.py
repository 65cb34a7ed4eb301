"""Maps and boards: which places lie side by side."""

import pytest

from dhstats.errors import BadInput
from dhstats.gamefile import graph, grid, number, several, whose
from dhstats.gamefile.telling.lying import in_words


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


def test_a_list_is_shown_as_the_board_that_it_is() -> None:
    """In rows of equal width, seats by their numbers; or each place with its name."""
    assert in_words(several(6, whose(), rows=2), [0, -1, 1, -1, -1, 0]) == "1 – 2\n– – 1"
    assert in_words(several(4, number(0, 12), rows=2), [3, 12, 0, 7]) == "3  12\n0  7"
    assert in_words(several(2, number(0, 9), names=("coast", "forest")), [4, 0]) == "coast 4, forest 0"
