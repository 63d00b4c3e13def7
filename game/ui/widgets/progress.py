"""How far something has come."""

from __future__ import annotations

from game.ui.widgets.base import Canvas, Widget, rounded


class Progress(Widget):
    """A bar that fills. share: 0 to 1; words: what it is about, for those who cannot see it."""

    def __init__(self, words: str, share: float) -> None:
        super().__init__(label=words)
        self.share = min(max(share, 0.0), 1.0)

    def height(self, canvas: Canvas, width: int) -> int:
        return canvas.u(14)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        track = self.rect.inflate(0, -canvas.u(4))
        rounded(canvas.surface, track, canvas.palette.raised, track.height // 2)
        if self.share > 0.0:
            done = track.copy()
            done.width = max(round(track.width * self.share), track.height)
            rounded(canvas.surface, done, canvas.palette.accent, track.height // 2)
        rounded(canvas.surface, track, canvas.palette.edge, track.height // 2, canvas.u(1))
