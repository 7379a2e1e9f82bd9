"""What happens, as small values; `resources/empires/texts.toml` has a sentence for each.

All are public: the game has no secrets. `rule` names the section where an event comes from one.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class TurnBegan(Struct, frozen=True, array_like=True, tag="turn-began"):
    """A game turn begins (4.0)."""

    turn: int


class NationBegan(Struct, frozen=True, array_like=True, tag="nation-began"):
    """A nation's turn begins (4.0)."""

    nation: int
    seat: int


class NationEnded(Struct, frozen=True, array_like=True, tag="nation-ended"):
    """A nation's turn is over (4.0)."""

    nation: int


class Grew(Struct, frozen=True, array_like=True, tag="grew"):
    """Growth (10.1): area values and carry in halves, new armies, new carry in halves."""

    nation: int
    value: int
    armies: int
    carry: int


class Placed(Struct, frozen=True, array_like=True, tag="placed"):
    """Armies come on the map; `why`: growth, reinforcement, arrival."""

    nation: int
    place: int
    armies: int
    why: str


class Waits(Struct, frozen=True, array_like=True, tag="waits"):
    """Invaders wait outside to enter (7.1)."""

    nation: int
    place: int
    armies: int


class Short(Struct, frozen=True, array_like=True, tag="short"):
    """The counters do not suffice: so many armies of the chart are lost (R14.1-a)."""

    nation: int
    armies: int


class Lost(Struct, frozen=True, array_like=True, tag="lost"):
    """Armies leave the map; `why` is a code: dice, chart, overpopulation, stacking, no-counters,
    cleared, no-way-in, no-landing, alliance, withdrawal."""

    nation: int
    place: int
    armies: int
    why: str


class LeaderCame(Struct, frozen=True, array_like=True, tag="leader-came"):
    """A leader enters (9.0); `place` may be a foreign one when he waits with invaders."""

    leader: int
    nation: int
    place: int


class LeaderWent(Struct, frozen=True, array_like=True, tag="leader-went"):
    """A leader leaves; `why`: chart, eliminated, no-way-in or no-landing (9.0, 9.2, 7.1, 8.2)."""

    leader: int
    nation: int
    place: int
    why: str


class LeaderMissed(Struct, frozen=True, array_like=True, tag="leader-missed"):
    """A leader of an eliminated nation does not appear (9.0)."""

    leader: int
    nation: int


class ArmsCame(Struct, frozen=True, array_like=True, tag="arms-came"):
    """Arms come on the map (12.2)."""

    supplier: int
    nation: int
    place: int


class ArmsLapsed(Struct, frozen=True, array_like=True, tag="arms-lapsed"):
    """Arms are out of the game (12.2)."""

    supplier: int
    nation: int


class Replaced(Struct, frozen=True, array_like=True, tag="replaced"):
    """A nation's armies turn into another's where they stand (10.4)."""

    nation: int
    successor: int
    armies: int


class Left(Struct, frozen=True, array_like=True, tag="left"):
    """Armies that a march drops off in a place on its way (5.11)."""

    place: int
    armies: int


class Marched(Struct, frozen=True, array_like=True, tag="marched"):
    """Armies march, as far as the last of them goes, and drop some off on their way (5.0)."""

    nation: int
    origin: int
    via: tuple[int, ...]
    goal: int
    armies: int
    left: tuple[Left, ...] = ()


class Went(Struct, frozen=True, array_like=True, tag="went"):
    """A leader or Arms go with a march, or alone (9.1)."""

    nation: int
    escort: int
    origin: int
    goal: int


class Passed(Struct, frozen=True, array_like=True, tag="passed"):
    """A seat ends what it may do, or does not do it: `kind` and subjects are those of the question."""

    nation: int
    kind: str
    subject1: int = -1
    subject2: int = -1


class LeaveAsked(Struct, frozen=True, array_like=True, tag="leave-asked"):
    """The active nation asks for leave to cross a sea (5.41)."""

    nation: int
    sea: int


class LeaveAnswered(Struct, frozen=True, array_like=True, tag="leave-answered"):
    """A colonial nation grants or refuses leave to cross a sea (5.41)."""

    nation: int
    asking: int
    sea: int
    yes: bool


class Shifted(Struct, frozen=True, array_like=True, tag="shifted"):
    """Blocked invaders go round to another foreign area (7.1 errata)."""

    nation: int
    origin: int
    goal: int
    armies: int


class Defied(Struct, frozen=True, array_like=True, tag="defied"):
    """Blocked invaders fall upon a nation that had submitted (7.1 errata)."""

    nation: int
    victim: int


class Submitted(Struct, frozen=True, array_like=True, tag="submitted"):
    """A nation submits to its attacker in a region (11.1)."""

    nation: int
    attacker: int
    region: int


class Withdrew(Struct, frozen=True, array_like=True, tag="withdrew"):
    """Armies leave land that is closed to them (11.1, 11.2)."""

    nation: int
    place: int
    goal: int
    armies: int


class Followed(Struct, frozen=True, array_like=True, tag="followed"):
    """A leader or Arms go with armies that withdraw (11.1)."""

    nation: int
    escort: int
    place: int
    goal: int


class FoughtOn(Struct, frozen=True, array_like=True, tag="fought-on"):
    """Armies that cannot withdraw stay in spite of a submission (R11.1-f)."""

    nation: int
    place: int
    armies: int


class Allied(Struct, frozen=True, array_like=True, tag="allied"):
    """A nation allies with the overlord and gives an army (`army`), or else its marker (11.2)."""

    nation: int
    army: bool


class Stood(Struct, frozen=True, array_like=True, tag="stood"):
    """A standing answer was set or (0) taken back."""

    nation: int
    topic: int
    answer: int


class Built(Struct, frozen=True, array_like=True, tag="built"):
    """A factory is built or set down (12.1)."""

    nation: int
    area: int


class Lifted(Struct, frozen=True, array_like=True, tag="lifted"):
    """A factory is taken up by its owner (12.1)."""

    nation: int
    area: int


class PermissionAsked(Struct, frozen=True, array_like=True, tag="permission-asked"):
    """A colonial nation asks for leave to build in an area another holds (12.1)."""

    nation: int
    holder: int
    area: int


class PermissionAnswered(Struct, frozen=True, array_like=True, tag="permission-answered"):
    """A nation grants or refuses leave to build in an area it holds (12.1)."""

    nation: int
    asking: int
    area: int
    yes: bool


class ArmsOffered(Struct, frozen=True, array_like=True, tag="arms-offered"):
    """A supplier offers its Arms to a nation (12.2)."""

    supplier: int
    nation: int


class ArmsAnswered(Struct, frozen=True, array_like=True, tag="arms-answered"):
    """A nation takes or declines the Arms of another (12.2)."""

    nation: int
    supplier: int
    yes: bool


class ArmsTaken(Struct, frozen=True, array_like=True, tag="arms-taken"):
    """A supplier takes its Arms back from a nation (12.2)."""

    supplier: int
    nation: int


class BattleBegan(Struct, frozen=True, array_like=True, tag="battle-began"):
    """The active nation fights a nation's armies or, alone, its factory (8.1, 8.2)."""

    place: int
    nation: int
    enemy: int
    factory: bool


class Round(Struct, frozen=True, array_like=True, tag="round"):
    """A round of dice begins (8.3)."""

    place: int
    number: int


class Rolled(Struct, frozen=True, array_like=True, tag="rolled"):
    """The dice of a nation's armies, or of its factory, in one round (8.3).

    Rolls of `need` or more hit the armies of `target` or its factory (`at_factory`). `bonus`: what leader
    and Arms give, already in `need`.
    """

    place: int
    nation: int
    factory: bool
    dice: tuple[int, ...]
    need: int
    bonus: int
    target: int
    at_factory: bool
    hits: int


class FactoryFell(Struct, frozen=True, array_like=True, tag="factory-fell"):
    """A factory is destroyed (12.1)."""

    nation: int
    by: int
    place: int


class Retreated(Struct, frozen=True, array_like=True, tag="retreated"):
    """Armies, and escorts with them, retreat from a battle (8.5, 8.6)."""

    nation: int
    place: int
    goal: int
    armies: int
    escorts: tuple[int, ...]


class NoRetreat(Struct, frozen=True, array_like=True, tag="no-retreat"):
    """Armies have nowhere to retreat to and fight on (8.5, 8.6)."""

    nation: int
    place: int
    armies: int


class BrokeOff(Struct, frozen=True, array_like=True, tag="broke-off"):
    """An attack that was a free choice is stopped (R8.1-b, R8.2-a)."""

    place: int
    nation: int
    enemy: int


class BattleEnded(Struct, frozen=True, array_like=True, tag="battle-ended"):
    """A battle is over; the armies either side has there now (8.4)."""

    place: int
    nation: int
    enemy: int
    armies: int
    enemy_armies: int


class Landed(Struct, frozen=True, array_like=True, tag="landed"):
    """After a battle at sea Indian armies come to land (8.2)."""

    nation: int
    place: int
    goal: int
    armies: int
    escorts: tuple[int, ...]


class Counted(Struct, frozen=True, array_like=True, tag="counted"):
    """The count at the end of a game turn begins (15.2).

    Nation -> the mask of the areas it holds (15.3), and how many areas count for its title (13.0).
    """

    turn: int
    held: tuple[int, ...]
    raj: tuple[int, ...]


class Scored(Struct, frozen=True, array_like=True, tag="scored"):
    """Victory Points (15.0): an entry of the ledger.

    The line of the card and its kind, the points and the areas that earned them; for destruction the place,
    whose pieces they were, of which kind (ARMY, LEADER or FACTORY), and how many.
    """

    nation: int
    turn: int
    objective: str
    kind: str
    points: int
    areas: tuple[int, ...]
    victim: int = -1
    piece: int = 0
    number: int = 0


class ArmiesCorrected(Struct, frozen=True, array_like=True, tag="armies-corrected"):
    """The host, with everybody's consent, put another number of armies in a place."""

    nation: int
    place: int
    before: int
    armies: int


class LeaderCorrected(Struct, frozen=True, array_like=True, tag="leader-corrected"):
    """The host, with everybody's consent, put a leader into a place or (not `there`) took him off it."""

    leader: int
    place: int
    there: bool


class FactoryCorrected(Struct, frozen=True, array_like=True, tag="factory-corrected"):
    """The host, with everybody's consent, put a factory into an area or (not `there`) took it off."""

    area: int
    nation: int
    there: bool


class PointsCorrected(Struct, frozen=True, array_like=True, tag="points-corrected"):
    """The host, with everybody's consent, gave a nation another total of points."""

    nation: int
    before: int
    points: int


class Ended(Struct, frozen=True, array_like=True, tag="ended"):
    """The last turn is over (15.1)."""

    turn: int


Event: TypeAlias = (
    TurnBegan | NationBegan | NationEnded | Grew | Placed | Waits | Short | Lost | LeaderCame | LeaderWent
    | LeaderMissed | ArmsCame | ArmsLapsed | Replaced | Marched | LeaveAnswered | Shifted | Defied | Stood
    | BattleBegan | Round | Rolled | FactoryFell | Retreated | NoRetreat | BrokeOff | BattleEnded | Landed
    | Scored | Ended | Built | Lifted | PermissionAnswered | ArmsAnswered | ArmsTaken | ArmiesCorrected
    | Submitted | Withdrew | Followed | FoughtOn | Allied | Counted
    | Went | Passed | LeaveAsked | PermissionAsked | ArmsOffered
    | LeaderCorrected | FactoryCorrected | PointsCorrected
)  # fmt: skip
