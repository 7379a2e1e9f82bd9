"""A fast game is no flood."""

from net.rate import Rate


def test_what_is_granted_may_be_taken_and_is_never_more_than_the_most() -> None:
    rate = Rate(3, 1_000, 0)
    assert [rate.take(0) for _ in range(4)] == [True, True, True, False]

    rate.grant(2)
    assert [rate.take(0) for _ in range(3)] == [True, True, False]
    rate.grant(9)
    assert [rate.take(0) for _ in range(4)] == [True, True, True, False]
