"""What the seats of a table are called, in columns and in sentences."""

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def seat_name(seat: int) -> str:
    """What a seat is called, counted from one: "third", and "12th" beyond the tenth."""
    return SEATS[seat - 1] if seat <= len(SEATS) else f"{seat}th"
