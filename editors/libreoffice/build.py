"""Packs the extension for LibreOffice: dist/unlinkable.oxt, the same bytes for the same files."""

import re
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
PACKED = ("META-INF/manifest.xml", "description.xml", "*.xcu", "component.py", "pythonpath/**/*.py")


def build(target: Path) -> Path:
    """Write the extension to ``target``; its version is that of the project."""
    project = (HERE.parents[1] / "pyproject.toml").read_text("utf-8")
    version = re.search(r'^version = "(.+)"$', project, re.M)
    assert version is not None, "pyproject.toml has no version"
    target.parent.mkdir(parents=True, exist_ok=True)
    files = [*(file for kind in PACKED for file in sorted(HERE.glob(kind)))]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            text = file.read_text("utf-8").replace("@VERSION@", version[1])
            entry = zipfile.ZipInfo(file.relative_to(HERE).as_posix())
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
        license_file = HERE.parents[1] / "LICENSE"
        archive.writestr(zipfile.ZipInfo("LICENSE"), license_file.read_text("utf-8"))
    return target


if __name__ == "__main__":
    named = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "dist/unlinkable.oxt"
    print(build(named))
