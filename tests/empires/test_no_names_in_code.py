"""No area, nation or leader is named in code: the rules know roles, the charts know names."""

from __future__ import annotations

import re
from pathlib import Path

import core
import maharaja_qt
from core.games.empires.charts import shipped


def test_the_rules_name_no_area_nation_leader_or_sea() -> None:
    charts = shipped()
    names = {
        name for kind in ("area", "foreign", "region", "nation", "leader") for name in charts.names[kind]
    }
    names |= {nation.id for nation in charts.nations}
    pattern = re.compile(rf"\b({'|'.join(sorted(map(re.escape, names), reverse=True))})\b", re.IGNORECASE)
    root = Path(core.__path__[0])
    shared = Path(maharaja_qt.__path__[0])
    studies = [shared / "empires" / "study.py", shared / "empires" / "study_drawn.py"]
    hits = [
        f"{path.relative_to(root.parent)}:{number}: {found[0]}"
        for path in [*sorted(root.rglob("*.py")), *sorted((shared / "cli").glob("*.py")), *studies]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := pattern.search(line))
    ]
    assert hits == []
