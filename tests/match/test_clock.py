"""The clock: delay first, then the bank; pauses and stalls cost nothing."""

from __future__ import annotations

from game.match.clock import Clock


def run(clock: Clock, seconds: float) -> Clock:
    """Ticks sixty times a second."""
    ticks = round(seconds * 60)
    start = clock.now
    for tick in range(1, ticks + 1):
        clock = clock.tick(start + tick / 60)
    return clock


def test_the_delay_is_used_up_before_the_bank() -> None:
    clock = Clock((840.0, 840.0)).act(0, 100.0)
    assert run(clock, 12).banks == (840.0, 840.0)
    later = run(clock, 15)
    assert abs(later.banks[0] - 837.0) < 1e-6
    assert later.banks[1] == 840.0


def test_every_action_has_its_own_delay() -> None:
    clock = run(Clock((60.0, 60.0)).act(0, 0.0), 11)
    clock = run(clock.act(1, clock.now), 11)
    clock = run(clock.act(0, clock.now), 11)
    assert clock.banks == (60.0, 60.0)


def test_a_pause_costs_nothing_and_keeps_what_is_left_of_the_delay() -> None:
    clock = run(Clock((60.0, 60.0)).act(0, 0.0), 10).pause(10.0)
    clock = clock.tick(500.0).resume(0, 1000.0)
    assert abs(run(clock, 4).banks[0] - 58.0) < 1e-6


def test_a_stall_of_the_program_is_not_charged() -> None:
    clock = run(Clock((60.0, 60.0)).act(0, 0.0), 20)
    left = clock.banks[0]
    assert left - clock.tick(clock.now + 10.0).banks[0] <= 0.5
    assert clock.tick(clock.now - 5.0).banks[0] == left


def test_running_out() -> None:
    clock = run(Clock((20.0, 20.0)).act(1, 0.0), 31.9)
    assert clock.is_red(1)
    assert not clock.is_out(1)
    assert run(clock, 0.2).is_out(1)
    assert not run(clock, 0.2).is_out(0)
