"""The build: declarations cut from the header, what is said when something is missing, what a wheel holds."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from cffi import FFI

from engine_c import build

ROOT = Path(__file__).parent.parent


def test_the_cut_header_is_what_cffi_reads() -> None:
    ffi = FFI()
    ffi.cdef(build.declarations(build.door()))
    assert ffi.sizeof("bg_position") == 64
    assert ffi.sizeof("bg_turn") == 8
    assert ffi.sizeof("bg_steps") == 8


def test_only_plain_numbers_of_the_preprocessor_are_kept() -> None:
    header = "#ifndef A\n#define A\n#include <x.h>\n#define N 12\n#define F(x) x\nint f(int);\n#endif\n"
    assert build.declarations(header).split("\n") == ["#define N 12", "int f(int);"]


def test_missing_headers_are_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(build.CannotBuildError, match=r"python3-dev.*python3-devel") as error:
        build.check_headers(tmp_path)
    assert str(tmp_path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_compiler_is_said_in_one_sentence() -> None:
    """The real build, started where there is no compiler."""
    environment = {**os.environ, "CC": "/no/such/compiler"}
    run = subprocess.run(
        [sys.executable, ROOT / "engine_c" / "build.py"], capture_output=True, text=True, env=environment, check=False
    )
    assert run.returncode != 0
    assert run.stderr.strip().splitlines()[-1] == build.NO_COMPILER
    assert "Traceback" not in run.stderr


def test_nothing_is_built_for_this_machine_alone() -> None:
    compiler, linker = build.flags({})
    assert not [flag for flag in compiler + linker if "march" in flag or "mtune" in flag]
    assert "-fsanitize=address,undefined" in build.flags({"SHESHBESH_SANITIZE": "1"})[0]
    assert build.flags({"SHESHBESH_CFLAGS": "-DX -g3"})[0][-2:] == ["-DX", "-g3"]


@pytest.mark.parametrize(
    ("python", "target", "processors", "tag"),
    [
        ("macosx-14-arm64", "", "", "macosx_14_0_arm64"),
        ("macosx-10.9-universal2", "", "", "macosx_10_9_universal2"),
        ("macosx-10.9-universal2", "", "-arch arm64", "macosx_11_0_arm64"),
        ("macosx-10.9-universal2", "11.0", "-arch arm64 -arch x86_64", "macosx_11_0_universal2"),
        ("macosx-11.0-arm64", "13.3", "-arch arm64", "macosx_13_0_arm64"),
        ("macosx-10.9-x86_64", "10.13", "-arch x86_64", "macosx_10_13_x86_64"),
    ],
)
def test_the_tag_follows_what_was_asked_for_on_macos(
    monkeypatch: pytest.MonkeyPatch, python: str, target: str, processors: str, tag: str
) -> None:
    monkeypatch.setattr("sysconfig.get_platform", lambda: python)
    for name, value in (("MACOSX_DEPLOYMENT_TARGET", target), ("ARCHFLAGS", processors)):
        monkeypatch.delenv(name, raising=False)
        if value:
            monkeypatch.setenv(name, value)
    assert build.platform_tag() == tag


def test_a_wheel_stays_small_without_the_nets() -> None:
    """25 MB, though nothing is packed here: what it holds is added up, with the engine that is built beside it."""
    packed = [
        path
        for folder in ("game", "opponents", "engine_c", "assets", "locales")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and "weights" not in path.parts
    ]
    assert any(path.suffix == ".po" for path in packed)
    assert sum(path.stat().st_size for path in packed) < 25_000_000


def test_the_picture_of_the_readme_is_light() -> None:
    assert (ROOT / "assets" / "pictures" / "table.jpg").stat().st_size <= 300_000
    assert "](assets/pictures/table.jpg)" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.long
def test_the_wheel(tmp_path: Path) -> None:
    """One wheel for every Python from 3.11 on: engine, catalogues and assets inside, sources and tests not."""
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", tmp_path, ROOT], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert "-cp311-abi3-" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.startswith("engine_c/_engine.") for name in names)
    assert any(name.startswith("game/assets/") for name in names)
    assert "game/locales/ru/LC_MESSAGES/messages.po" in names
    assert not [name for name in names if name.endswith((".c", ".h")) or name.startswith(("tests/", "locales/"))]
    assert "engine_c/build.py" not in names
    assert not [name for name in names if any(word in name for word in ("trainer", "teaching", "recipe"))]
    assert not [name for name in names if name.startswith("engine_c/") and name.endswith(".toml")]  # recipes
    assert "game/assets/looks/board/walnut.toml" in names
    assert "game/assets/fonts/commissioner-400.ttf" in names
    assert "engine_c/weights/bearoff.z" in names
    assert wheel.stat().st_size < 25_000_000
