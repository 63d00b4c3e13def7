"""Which instructions the engine uses on this machine."""

from __future__ import annotations

from engine_c._engine import ffi, lib

SCALAR: int = lib.BG_SIMD_SCALAR
BEST: int = lib.BG_SIMD_BEST


def detected() -> int:
    """The widest instructions that this machine and this build can use."""
    return int(lib.bg_simd_detected())


def name(level: int) -> str:
    """The name of a level: scalar, NEON, AVX2, AVX-512 VNNI."""
    text = lib.bg_simd_name(level)
    if text == ffi.NULL:
        raise ValueError(f"there is no level {level} of instructions")
    return str(ffi.string(text).decode())


def levels() -> tuple[int, ...]:
    """All levels this machine can run, narrowest first."""
    mine = detected()
    neon = lib.BG_SIMD_NEON
    return tuple(level for level in range(mine + 1) if (level == neon) == (mine == neon) or level == SCALAR)


def build() -> str:
    """The compiler that built the engine."""
    return str(ffi.string(lib.bg_build()).decode())
