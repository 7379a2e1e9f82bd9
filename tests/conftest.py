"""What every test shares: no window on the screen, hypothesis profiles, choosing tests by rule section."""

import os
import signal

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.tools.rule_index import section_of
from tests.tools.source import ROOT

# What is compiled for the tests, and in the programs they start, is compiled once, and not for the user.
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".pytest_cache" / "compiled"))
# Qt reads this when its first application starts; MAHARAJA_TEST_DISPLAY=xcb shows the windows.
os.environ["QT_QPA_PLATFORM"] = os.environ.get("MAHARAJA_TEST_DISPLAY", "offscreen")

# Of tests that are started in the background, and of all they start themselves, Ctrl-C would be ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

IN_CI = bool(os.environ.get("CI"))
settings.register_profile("default", deadline=None, derandomize=IN_CI, print_blob=not IN_CI)
settings.register_profile(
    "heavy",
    settings.get_profile("default"),
    max_examples=2_000,
    stateful_step_count=200,
    suppress_health_check=[HealthCheck.too_slow],
)
# One red example is enough to notice a mutant: nothing is shrunk, nothing remembered.
settings.register_profile(
    "mutants", deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule-sections",
        metavar="5.12,5.14",
        help="run only the tests that carry a mark of one of these sections of the rules",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--rule-sections")
    if wanted is None:
        return
    sections = set(wanted.split(","))
    chosen: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        marked = {section_of(statement) for mark in item.iter_markers("rule") for statement in mark.args}
        (chosen if marked & sections else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = chosen
