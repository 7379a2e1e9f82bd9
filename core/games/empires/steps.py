"""The steps of the flow; a frame of `State.stack` begins with one of these."""

from enum import IntEnum


class Step(IntEnum):
    """See the function registered for each; arguments follow in the frame."""

    GAME_TURN = 1  # stage, next nation
    NATION_TURN = 2  # stage
    REMOVAL = 3  # nation, armies still to remove, why (index into removals.WHY)
    GROWTH = 4  # armies left, why (index into growth.WHY), mask of areas used in this round
    VACANT = 5  # armies left, region: reinforcements of a nation without armies (10.6)
    LEADER = 6  # leader to be placed
    ARMS_IN = 7  # supplier whose Arms come on the map
    ARRIVAL = 8  # counters left, then pairs (place, armies still to come)
    MOVE = 9
    LEAVE = 10  # sea
    STACKING = 11
    OVERPOPULATION = 12
    ENTRY_WINDOW = 13  # questions behind it (absent at first)
    WINDOW = 14  # the same
    BATTLES = 15  # optional attacks ended, mask of seas where a fleet was beaten
    FACTORIES = 16
    ARMS_OUT = 17
    NATION_COUNT = 18
    COUNT = 19
    REPLACEMENT = 20  # nation, the one that takes its place
    BATTLE = 30  # place, enemy, against what (see battle_round), stage, round, mask of the attackers' entries
    LOSSES = 31  # place, nation, its enemy, armies still to lose
    RETREAT = 32  # place, nation, mask of the attackers' entries
    FALL_BACK = 33  # place, enemy, against what
    LANDING = 34  # sea, whether the fleet was beaten
    WITHDRAW = 50  # area, and what withdrawal.py says
    PRICE = 51  # nation that has to ally
    PERMISSION = 70  # area
    ARMS_OFFER = 71  # nation
