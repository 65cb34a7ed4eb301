"""What counts as the source of a function where it is installed beside the packages of others."""

from pathlib import Path

import pytest

from dhstats.engine import compiled
from dhstats.engine.compiled import distribution, own_sources, shared_folder, sources_below

# A folder of installed packages: what each distribution brought, and what lies there that none says it brought.
BROUGHT = {
    "dhstats": {
        "dhstats/__init__.py": "",
        "dhstats/loop.py": "import numpy\nfrom dhstats import bits\nimport random\n",
    },
    "numpy": {"numpy/__init__.py": "import numpy.core\nimport wisdom\n", "numpy/core.py": ""},
    "bots": {
        "bots/__init__.py": "",
        "bots/play.py": "import numpy\nimport rival\nfrom dhstats.bits import ones\nimport wisdom\nfrom . import luck\n",
        "bots/luck.py": "import numpy.core\n",
        "wisdom.py": "import family.far\n",
        "family/far.py": "from family.near import near\n",
        "family/near.py": "import numpy\n",
    },
    "rival": {"rival.py": "import bots.luck\n"},
}
LOOSE = {
    "dhstats/bits.py": "import numpy\n",
    "alone.py": "import numpy\nimport beside\n",
    "beside.py": "import rival\n",
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Such a folder, far below the folder of a project, from which dhstats itself comes."""
    folder = tmp_path / "project" / ".venv" / "site-packages"
    for name, files in (*BROUGHT.items(), ("", LOOSE)):
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text)
        if name:
            record = folder / f"{name}-1.0.dist-info" / "RECORD"
            record.parent.mkdir()
            record.write_text("".join(f"{file},sha256=x,1\r\n" for file in files))
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(compiled, "PACKAGE", folder / "dhstats")
    return folder


def below(site: Path, sources: tuple[Path, ...]) -> set[str]:
    """These files by their place in the folder."""
    return {path.relative_to(site).as_posix() for path in sources}


def test_a_source_of_this_package_leads_to_this_package_alone(site: Path) -> None:
    """Whatever lies beside it where it is installed: the compiler and all libraries do."""
    own = {"dhstats/__init__.py", "dhstats/loop.py", "dhstats/bits.py"}
    assert below(site, sources_below(site / "dhstats" / "loop.py")) == own


def test_a_strategy_of_an_installed_package_leads_to_its_own_distribution(site: Path) -> None:
    """All modules that its package brought, in whichever folders, and none that others brought."""
    own = set(BROUGHT["bots"])
    assert below(site, own_sources(site / "bots" / "play.py")) == own
    assert below(site, sources_below(site / "bots" / "play.py")) == own | {"dhstats/__init__.py", "dhstats/bits.py"}


def test_what_no_distribution_brought_leads_to_its_like(site: Path) -> None:
    """A file that somebody laid beside installed packages counts its neighbours, not the packages."""
    assert below(site, own_sources(site / "alone.py")) == {"alone.py", "beside.py"}
    assert distribution(site / "alone.py", site) == ""


def test_a_file_of_a_project_does_not_lead_into_its_environment(site: Path) -> None:
    """The environment lies below the project's folder, and is none of its packages."""
    project = site.parents[1]
    (project / "bots.py").write_text("import numpy\nimport helper\nfrom dhstats.bits import ones\n")
    (project / "helper.py").write_text("import rival\n")
    assert own_sources(project / "bots.py") == (project / "bots.py", project / "helper.py")
    reached = set(sources_below(project / "bots.py"))
    dhstats = {site / "dhstats" / "__init__.py", site / "dhstats" / "bits.py"}
    assert reached == {project / "bots.py", project / "helper.py"} | dhstats
    assert shared_folder(project / "bots.py") is None


def test_a_package_that_is_updated_is_read_anew(site: Path) -> None:
    """While a process runs: the folder then has another file in the end."""
    assert distribution(site / "rival.py", site) == "rival-1.0.dist-info"
    (site / "rival-1.0.dist-info").rename(site / "rival-1.1.dist-info")
    assert distribution(site / "rival.py", site) == "rival-1.1.dist-info"
