"""Builds the engine: one cffi module from src/, its declarations cut from the one header.

hatchling runs it as a build hook (`pip install .`); `python engine_c/build.py` rebuilds it beside the sources, which is
the quick way while working on the C. SHESHBESH_CFLAGS adds compiler flags, SHESHBESH_SANITIZE=1 builds with address
and undefined-behaviour checks.

`python engine_c/build.py --trainer` builds the trainer, a second module for builders alone: the engine's sources and
src/trainer/ together, with the instructions of this machine. No wheel has it.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
import tempfile
from pathlib import Path
from shutil import which
from typing import Any

from cffi import FFI
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from setuptools import Distribution
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, PlatformError

FOLDER = Path(__file__).resolve().parent
SOURCES = FOLDER / "src"
MODULE = "engine_c._engine"
TRAINER = "engine_c._trainer"

# The stable interface of Python 3.11: one build for it and every later version.
LIMITED_API = "0x030B0000"
IS_LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")

NO_COMPILER = (
    "Shesh Besh needs a C compiler to be installed from its sources, and none was found. Install one and try again: "
    "`apt install gcc` (Debian, Ubuntu), `dnf install gcc` (Fedora), `xcode-select --install` (macOS), or the "
    '"Desktop development with C++" part of the Visual Studio Build Tools (Windows).'
)
NO_HEADERS = (
    "Shesh Besh needs the header files of Python to be installed from its sources, and {header} was not found. Install "
    "them and try again: `apt install python3-dev` (Debian, Ubuntu), `dnf install python3-devel` (Fedora); the Python "
    "of python.org has them on macOS and Windows."
)


class CannotBuildError(SystemExit):
    """The build cannot start; the sentence says what to install."""


def door() -> str:
    """engine.h with its parts where it includes them."""
    header = (SOURCES / "engine.h").read_text(encoding="utf-8")
    return re.sub(r'#include "(\w+\.h)"', lambda part: (SOURCES / part[1]).read_text(encoding="utf-8"), header)


def declarations(header: str) -> str:
    """What cffi is told: the header without its lines for the preprocessor, plain number macros kept."""

    def is_kept(line: str) -> bool:
        words = line.split()
        is_number = len(words) == 3 and words[0] == "#define" and words[2].isdigit()
        return not line.startswith("#") or is_number

    return "\n".join(line for line in header.splitlines() if is_kept(line))


def flags(environment: dict[str, str] | os._Environ[str]) -> tuple[list[str], list[str]]:
    """Flags for the compiler and for the linker. Nothing asks for the processor of this machine: wide instructions are
    marked function by function and chosen when the engine runs.
    """
    extra = environment.get("SHESHBESH_CFLAGS", "").split()
    if sys.platform == "win32":
        return ["/O2", "/std:c11", *extra], []
    compiler = ["-O3", "-std=c11", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wshadow"]
    linker = ["-lm"]
    if environment.get("SHESHBESH_SANITIZE") == "1":
        checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        linker += checks
        compiler += ["-O1", "-g", "-fno-omit-frame-pointer", *checks]
    return compiler + extra, linker


def build(module: str = MODULE) -> Path:
    """Compiles the engine (or TRAINER) and puts it beside the sources. Raises CannotBuildError with a sentence."""
    check_headers(Path(sysconfig.get_paths()["include"]))
    with tempfile.TemporaryDirectory() as folder:
        built = _compile(Path(folder), module)
        target = FOLDER / built.name
        # A running game keeps the file it has loaded; the new one takes its name in one step.
        fresh = target.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(built.read_bytes())
        fresh.chmod(0o755)
        fresh.replace(target)
    return target


def check_headers(include: Path) -> None:
    """Raises CannotBuildError when Python's own headers are not where they should be."""
    header = include / "Python.h"
    if not header.is_file():
        raise CannotBuildError(NO_HEADERS.format(header=header))


def _compile(folder: Path, module: str) -> Path:
    extension = _extension(folder) if module == MODULE else _trainer_extension(folder)
    # A bare distribution: the project's own pyproject.toml is hatchling's business.
    command: Any = build_ext(Distribution({"name": "engine_c", "ext_modules": [extension]}))
    command.build_lib = command.build_temp = str(folder)
    command.ensure_finalized()
    try:
        command.run()
    except (CompileError, PlatformError, FileNotFoundError) as error:
        if is_compiler_missing(command.compiler, error):
            raise CannotBuildError(NO_COMPILER) from None
        raise
    return Path(command.get_ext_fullpath(module))


def is_compiler_missing(compiler: Any, error: Exception) -> bool:
    """Did the build fail because there is no compiler, and not because of the code?"""
    if isinstance(error, FileNotFoundError) or "Microsoft Visual C++" in str(error):
        return True
    words = getattr(compiler, "compiler_so", None) or []
    return bool(words) and which(words[0]) is None


def _extension(folder: Path) -> Any:
    compiler, linker = flags(os.environ)
    ffi = FFI()
    ffi.cdef(declarations(door()))
    ffi.set_source(
        MODULE,
        '#include "engine.h"',
        sources=[str(path) for path in sorted(SOURCES.glob("*.c"))],
        include_dirs=[str(SOURCES)],
        extra_compile_args=compiler,
        extra_link_args=linker,
        define_macros=[("Py_LIMITED_API", LIMITED_API)] if IS_LIMITED else [],
    )
    extension = ffi.distutils_extension(str(folder), verbose=False)
    extension.py_limited_api = IS_LIMITED
    return extension


def _trainer_extension(folder: Path) -> Any:
    compiler, linker = flags(os.environ)
    fast = [] if sys.platform == "win32" else ["-march=native", "-ffast-math"]
    header = SOURCES / "trainer" / "train.h"
    ffi = FFI()
    ffi.cdef(declarations(door()))
    ffi.cdef(declarations(header.read_text(encoding="utf-8")))
    ffi.set_source(
        TRAINER,
        '#include "engine.h"\n#include "trainer/train.h"',
        sources=[str(path) for path in sorted([*SOURCES.glob("*.c"), *header.parent.glob("*.c")])],
        include_dirs=[str(SOURCES)],
        extra_compile_args=[*compiler, *fast],
        extra_link_args=[*linker, *([] if sys.platform == "win32" else ["-lm"])],
    )
    return ffi.distutils_extension(str(folder), verbose=False)


def platform_tag() -> str:
    """The platform part of the wheel's tag; on macOS the deployment target and processors that were asked for count."""
    python = sysconfig.get_platform()
    if not python.startswith("macosx-"):
        return python.replace("-", "_").replace(".", "_")
    _, built_for, processor = python.split("-", 2)
    asked = {word for word in os.environ.get("ARCHFLAGS", "").split() if word != "-arch"}
    if asked:
        processor = asked.pop() if len(asked) == 1 else "universal2"
    major, _, minor = os.environ.get("MACOSX_DEPLOYMENT_TARGET", built_for).partition(".")
    # Installers know no minor version from macOS 11 on, and nothing older for arm64.
    if int(major) >= 11 or processor == "arm64":
        return f"macosx_{max(int(major), 11)}_0_{processor}"
    return f"macosx_{major}_{minor or 0}_{processor}"


class Hook(BuildHookInterface[Any]):
    """hatchling's way in: the compiled engine goes into the wheel, and the wheel says for which platform it is."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        """Builds the engine for a wheel or an editable install; a source distribution needs nothing."""
        if self.target_name != "wheel":
            return
        built = build()
        build_data["artifacts"].append(f"engine_c/{built.name}")
        build_data["pure_python"] = False
        if IS_LIMITED:
            build_data["tag"] = f"cp311-abi3-{platform_tag()}"
        else:
            build_data["infer_tag"] = True


if __name__ == "__main__":
    print(build(TRAINER if "--trainer" in sys.argv[1:] else MODULE))
