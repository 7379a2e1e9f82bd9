"""What came of a contest between two policies, as data and in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from msgspec import Struct

from core import texts
from core.game import AnyGame
from maharaja_qt.cli.common import table
from maharaja_qt.cli.contest import Contest
from maharaja_qt.cli.intervals import Interval, bootstrap, wilson
from maharaja_qt.cli.match import Result
from maharaja_qt.cli.pace import Pace


class Side(Struct, frozen=True):
    """A policy: its share of wins and mean score *per seat*, each with its interval of 95 per cent.

    None stands for what too few games say nothing about, and for times that nobody took.
    """

    policy: str
    seats: int
    share: float | None
    share_interval: Interval | None
    mean_score: float | None
    mean_score_interval: Interval | None
    decisions: int
    mean_ms: float | None
    p99_ms: float | None


class AtSeat(Struct, frozen=True):
    """The games in which A has this seat; `others_mean_score` is B's in the same seat in all the others."""

    seat: int
    games: int
    wins: float
    share: float | None
    share_interval: Interval | None
    mean_score: float | None
    mean_score_interval: Interval | None
    others_mean_score: float | None


class Standing(Struct, frozen=True):
    """The keys are those of `--json`; `even` is the share of wins of a seat among its equals."""

    game: str
    games: int
    finished: int
    seconds: float
    games_per_s: float
    players: int
    even: float
    a: Side
    b: Side
    seats: list[AtSeat]


class _Sheet:
    """Finished games, deal by deal: games of a deal have their luck in common."""

    def __init__(self, contest: Contest, results: Mapping[int, Result]) -> None:
        self.contest = contest
        self.results = dict(sorted(results.items()))
        """In the order of their numbers: sums come out the same whatever ended first."""

    def wins(self, at: int | None = None) -> list[float]:
        """A's part of the win in each game (in which it has this seat)."""
        found = []
        for key, done in self.results.items():
            mine = self.contest.seat(key)
            if at in (None, mine):
                found.append(1 / len(done.winners) if mine in done.winners else 0.0)
        return found

    def scores(self, counts: Callable[[int, int], bool]) -> list[list[float]]:
        """The scores, one list a deal, of all seats for which `counts(seat of A, seat)` holds."""
        deals: dict[int, list[float]] = {}
        for key, done in self.results.items():
            mine = self.contest.seat(key)
            found = [float(score) for seat, score in enumerate(done.scores) if counts(mine, seat)]
            deals.setdefault(self.contest.deal(key), []).extend(found)
        return [scores for scores in deals.values() if scores]

    def pace(self, counts: Callable[[int, int], bool]) -> Pace:
        """The pace of those seats together."""
        pace = Pace()
        for key, done in self.results.items():
            for seat, one in enumerate(done.paces):
                if counts(self.contest.seat(key), seat):
                    pace.join(one)
        return pace


def stand(
    contest: Contest, results: Mapping[int, Result], games: int, played: int, seconds: float
) -> Standing:
    """Sums up the finished games; the rate is that of those played in this run."""
    sheet = _Sheet(contest, results)
    wins, others = sheet.wins(), contest.players - 1
    low, high = wilson(sum(wins), len(wins))
    share = fmean(wins) if wins else None
    # What A does not win the others do, so their share per seat follows from A's.
    left = None if share is None else (1 - share) / others
    return Standing(
        game=contest.spec,
        games=games,
        finished=len(wins),
        seconds=round(seconds, 3),
        games_per_s=round(played / seconds, 2),
        players=contest.players,
        even=round(1 / contest.players, 4),
        a=_side(sheet, contest.a, 1, share, (low, high), lambda mine, seat: seat == mine),
        b=_side(
            sheet, contest.b, others, left, ((1 - high) / others, (1 - low) / others),
            lambda mine, seat: seat != mine,
        ),
        seats=[_at_seat(sheet, seat) for seat in range(contest.players)],
    )  # fmt: skip


def _side(
    sheet: _Sheet,
    policy: str,
    seats: int,
    share: float | None,
    interval: Interval,
    counts: Callable[[int, int], bool],
) -> Side:
    scores, pace = sheet.scores(counts), sheet.pace(counts)
    return Side(
        policy=policy,
        seats=seats,
        share=_rounded(share, 4),
        share_interval=None if share is None else _both(interval, 4),
        mean_score=_mean(scores),
        mean_score_interval=_both(bootstrap(scores), 3),
        decisions=pace.decisions,
        mean_ms=_rounded(pace.mean_ms, 4),
        p99_ms=_rounded(pace.percentile_ms(99), 4),
    )


def _at_seat(sheet: _Sheet, seat: int) -> AtSeat:
    wins = sheet.wins(seat)
    scores = sheet.scores(lambda mine, other: mine == other == seat)
    return AtSeat(
        seat=seat,
        games=len(wins),
        wins=round(sum(wins), 3),
        share=_rounded(fmean(wins), 4) if wins else None,
        share_interval=_both(wilson(sum(wins), len(wins)), 4) if wins else None,
        mean_score=_mean(scores),
        mean_score_interval=_both(bootstrap(scores), 3),
        others_mean_score=_mean(sheet.scores(lambda mine, other: other == seat != mine)),
    )


def _mean(groups: Sequence[Sequence[float]]) -> float | None:
    values = [value for group in groups for value in group]
    return round(fmean(values), 3) if values else None


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _both(interval: Interval | None, digits: int) -> Interval | None:
    return None if interval is None else (round(interval[0], digits), round(interval[1], digits))


# In words.


def in_words(standing: Standing, game: AnyGame) -> list[str]:
    """The lines to print."""
    words = texts.load(game)
    a, b = standing.a, standing.b
    sides = [
        [
            f"A {a.policy}" if side is a else f"B {b.policy}, each of {b.seats}",
            _percent(side.share),
            _percents(side.share_interval),
            _number(side.mean_score),
            _numbers(side.mean_score_interval),
            f"{side.decisions:,}",
            _number(side.mean_ms),
            _number(side.p99_ms),
        ]
        for side in (a, b)
    ]
    seats = [
        [
            words.name("seat", at.seat),
            str(at.games),
            f"{at.wins:,.2f}",
            _percent(at.share),
            _percents(at.share_interval),
            _number(at.mean_score),
            _numbers(at.mean_score_interval),
            _number(at.others_mean_score),
        ]
        for at in standing.seats
    ]
    return [
        f"{game.meta.title}: {standing.finished:,} of {standing.games:,} games finished",
        f"{standing.seconds:,.1f} s: {standing.games_per_s:,} games/s",
        "",
        *table(
            ("player", ">wins", "95 %", ">score", "95 %", ">decisions", ">mean ms", ">p99 ms"), sides
        ),
        "",
        *table(
            ("A sits at", ">games", ">wins", ">share", "95 %", ">score", "95 %", ">B's score there"), seats
        ),
        "",
        _verdict(standing),
    ]  # fmt: skip


def _verdict(standing: Standing) -> str:
    if standing.a.share_interval is None:
        return "Nothing can be said yet."
    low, high = standing.a.share_interval
    even = 1 / standing.players
    found = "more than" if low > even else "less than" if high < even else "not to be told from"
    verb = "is" if low <= even <= high else "wins"
    return f"A {verb} {found} its even share of {_percent(even)}."


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _percents(interval: Interval | None) -> str:
    return "-" if interval is None else f"{100 * interval[0]:.1f}..{100 * interval[1]:.1f}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.2f}"


def _numbers(interval: Interval | None) -> str:
    return "-" if interval is None else f"{interval[0]:,.2f}..{interval[1]:,.2f}"
