"""The five backgrounds, each of any size."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, sin, tau
from typing import Any, Final

import numpy as np
from PIL import Image, ImageDraw

from scripts.art.brushes import Array, away, blurred, darkened, grained, grid, leaf, noise, put, ramp, resized, rgb


def ridge(random: Any, width: int, cells: int, amplitude: float, base: float) -> Array:
    """The height of a hill's edge at every column, as a share of the whole."""
    x = np.arange(width)
    slow = np.interp(x / width * cells, np.arange(cells + 2), random.random(cells + 2))
    kernel = np.hanning(max(3, width // cells))
    slow = np.convolve(np.pad(slow, len(kernel), mode="edge"), kernel / kernel.sum(), "same")[
        len(kernel) : -len(kernel)
    ]
    fast = np.interp(x / width * cells * 9, np.arange(cells * 9 + 2), random.random(cells * 9 + 2))
    return base - amplitude * (slow - 0.5) * 2 - 0.006 * fast


def conifer(draw: Any, x: float, foot: float, tall: float, random: Any) -> None:
    wide = tall * (0.17 + 0.05 * random.random())
    for step in range(6):
        top, low = foot - tall * (1 - step / 6 * 0.86), foot - tall * (1 - step / 6 * 0.86 - 0.26)
        half = wide * (0.28 + 0.12 * (step + 1))
        tuck = low - tall * 0.02
        draw.polygon(
            [(x, top), (x - half, low), (x - half * 0.45, tuck), (x + half * 0.45, tuck), (x + half, low)], 255
        )
    draw.rectangle((x - tall * 0.025, foot - tall * 0.1, x + tall * 0.025, foot + 4), 255)


def broadleaf(draw: Any, x: float, foot: float, tall: float, random: Any) -> None:
    trunk = ((-0.045, 0.0), (-0.02, -0.6), (0.02, -0.6), (0.045, 0.0))
    draw.polygon([(x + tall * dx, foot + 4 + tall * dy) for dx, dy in trunk], 255)
    for _ in range(9):
        angle, out = random.random() * tau, tall * 0.24 * random.random() ** 0.5
        radius = tall * (0.15 + 0.10 * random.random())
        cx, cy = x + cos(angle) * out * 1.15, foot - tall * 0.66 + sin(angle) * out * 0.85
        draw.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), 255)


def trees(random: Any, edge: Array, height: int, count: int, scale: float) -> Array:
    """The mask of a row of trees on a hill's edge, which is in pixels."""
    width, over = len(edge), 2
    picture = Image.new("L", (width * over, height * over))
    draw = ImageDraw.Draw(picture)
    for _ in range(count):
        is_conifer = random.random() < 0.62
        x = random.random() * width
        foot = (edge[int(x)] + 0.006 * height) * over
        tall = (0.030 + 0.034 * random.random()) * scale * height * over * (1.45 if is_conifer else 0.95)
        (conifer if is_conifer else broadleaf)(draw, x * over, foot, tall, random)
    return np.asarray(picture.resize((width, height), Image.Resampling.LANCZOS), dtype=float) / 255


HILLS: Final = (  # base, near colour, far colour, amplitude, cells, trees, their size
    (0.60, "#D9805C", "#EFA56E", 0.06, 5, 0, 0.0),
    (0.67, "#A9573F", "#C9744F", 0.07, 7, 0, 0.0),
    (0.735, "#7A4039", "#9A523E", 0.06, 9, 144, 0.80),
    (0.80, "#452E33", "#5B3A36", 0.05, 8, 180, 0.90),
    (0.885, "#141B1D", "#231F20", 0.045, 6, 165, 1.13),
)


def dusk(width: int, height: int) -> Array:
    """Hills and woods at sunset, with leaves in the wind."""
    x, y = grid(width, height)
    scene = evening_sky(x, y, width, height)
    random = np.random.default_rng(11)
    for at, (base, near, far, amplitude, cells, count, size) in enumerate(HILLS):
        edge = ridge(random, width, cells, amplitude, base) * height
        deep = y * height - edge[None, :]
        mask = np.clip(deep + 0.5, 0, 1)
        if count:
            mask = np.maximum(mask, trees(random, edge, height, count, size))
        low = np.clip((deep / height + 0.04) / 0.16, 0, 1)[..., None]
        scene = scene * (1 - mask[..., None]) + (rgb(far) * (1 - low) + rgb(near) * low) * mask[..., None]
        if at < len(HILLS) - 1:
            mist = np.exp(-(((y - base - 0.05) / 0.035) ** 2))[..., None] * 0.22
            scene = scene * (1 - mist) + rgb("#FFBE82") * mist
    scene = darkened(scene, x, y, 0.62)
    blown(scene, height / 720)
    return grained(scene)


def evening_sky(x: Array, y: Array, width: int, height: int) -> Array:
    stops = (
        (0, "#16203A"),
        (0.22, "#3A2A55"),
        (0.42, "#8C4460"),
        (0.58, "#E0764F"),
        (0.68, "#F9B765"),
        (0.75, "#FFE0A0"),
        (1, "#FFE6B0"),
    )
    sky = ramp(y + 0.02 * (noise(2, (width, height), [4, 8]) - 0.5), *stops)
    far = np.hypot((x - 0.70) * width / height, y - 0.60)
    sky += (np.exp(-((far / 0.10) ** 2)) * 70 + np.exp(-far / 0.30) * 46)[..., None] * np.array([1, 0.82, 0.5])
    sun = np.clip((0.105 - far) * height / 2 + 0.5, 0, 1)[..., None]
    sky = sky * (1 - sun) + rgb("#FFF0C4") * sun
    flat = resized(resized(noise(9, (width, height), [5, 11, 23, 47]), width, height // 3), width, height)
    cloud = (np.clip((flat - 0.54) * 3.2, 0, 1) * np.exp(-(((y - 0.30) / 0.22) ** 2)) * 0.45)[..., None]
    return sky * (1 - cloud) + rgb("#FFB084") * cloud


def blown(scene: Array, unit: float) -> None:
    """Leaves that the wind carries, sharp in the middle distance, and three at the corners near the eye."""
    height, width = scene.shape[:2]
    random = np.random.default_rng(21)
    for _ in range(26):
        depth = random.random()
        blur = abs(depth - 0.45) * 9 * unit * (1 if depth > 0.45 else 0.4)
        value = int(random.choice([5, 6, 7, 8, 9, 9, 10, 11, 5, 9]))
        sprite = leaf(value, (14 + 46 * depth**2.2) * unit, random.random() * 360, blur)
        at = random.random() * width, (0.05 + 0.8 * random.random()) * height
        put(scene, sprite, at, 0.12 + 0.25 * (1 - depth), 0.95)
    for x, y, value, size, degrees in (
        (-0.02, 0.98, 9, 230, 30),
        (0.985, 0.04, 7, 220, 200),
        (0.97, 0.99, 5, 180, -40),
    ):
        put(scene, leaf(value, size * unit, degrees, 7 * unit), (x * width, y * height), 0.25, 1)


def dusk_blurred(width: int, height: int) -> Array:
    """The same evening out of focus and darker, behind what is to be read."""
    scene = dusk(width, height)
    soft = np.dstack([blurred(scene[..., channel] / 255, height / 720 * 14) * 255 for channel in range(3)])
    return grained(soft * 0.65 + np.array([8, 14, 20]) * 0.35)


def forest(width: int, height: int) -> Array:
    """A clearing from above: light that falls in, leaves on the ground and at the edges."""
    x, y = grid(width, height)
    unit = height / 720
    scene = ramp(away(x, y, (0.5, 0.42), (0.72, 0.80)), (0, "#2F6154"), (0.55, "#1B403A"), (1.05, "#0B1E1D"))
    scene *= (0.90 + 0.2 * noise(4, (width, height), [3, 6, 12]))[..., None]
    slant = (x * width * 0.75 + y * height) / height
    shaft = np.clip(np.sin(slant * 5.2 + noise(3, (width, height), [3]) * 2.2), 0, 1) ** 3 * np.clip(1 - y / 0.75, 0, 1)
    scene += (shaft * 15)[..., None] * np.array([1, 0.95, 0.6])
    random = np.random.default_rng(8)
    for _ in range(34):
        sprite = leaf(
            int(random.integers(1, 14)), (46 + 70 * random.random()) * unit, random.random() * 360, 2.4 * unit
        )
        put(scene, sprite, (random.random() * width, random.random() * height), 0.52, 0.22)
    near = (
        (0.015, 0.30, 9, 170, -35),
        (0, 0.60, 7, 150, 60),
        (0.985, 0.26, 11, 170, 200),
        (1, 0.62, 10, 170, 120),
        (0.03, 1.02, 13, 190, 10),
        (0.965, 1.02, 5, 190, -30),
    )
    for at_x, at_y, value, size, degrees in near:
        put(scene, leaf(value, size * unit, degrees, 5 * unit), (at_x * width, at_y * height), 0.30, 0.85)
    return grained(darkened(scene, x, y, 0.55))


def felt(width: int, height: int) -> Array:
    """A card table's green cloth under a lamp."""
    x, y = grid(width, height)
    scene = ramp(away(x, y, (0.5, 0.44), (0.70, 0.86)), (0, "#217850"), (0.55, "#155039"), (1.05, "#062117"))
    fibre = blurred(np.random.default_rng(5).random((height, width)), 0.8 * height / 720) - 0.5
    scene *= (1 + 0.16 * fibre)[..., None] * (0.95 + 0.1 * noise(6, (width, height), [5, 9, 17]))[..., None]
    return darkened(scene, x, y, 0.5)


def rays(width: int, height: int) -> Array:
    """Pale rays on indigo with a few sparks of the four colours."""
    x, y = grid(width, height)
    scene = ramp(away(x, y, (0.5, 0.42), (0.72, 0.86)), (0, "#4A4FB0"), (0.55, "#2A2D74"), (1.05, "#10112E"))
    across, down = (x - 0.5) * width / height, y - 0.42
    ray = np.clip(np.sin(np.arctan2(down, across) * 14) * 6, -1, 1) * 0.5 + 0.5
    far = np.hypot(across, down)
    light = ray * np.clip(far * 1.2, 0, 0.55) * 20 * np.clip(1.25 - far, 0, 1)
    scene += light[..., None] * np.array([0.75, 0.78, 1.0])
    random = np.random.default_rng(4)
    for _ in range(26):
        spot = random.random() * width / height, random.random()
        radius = (1.5 + 4.5 * random.random()) / 720
        colour = rgb(str(random.choice(["#2C7BE5", "#16A37B", "#FFC928", "#D22F3F", "#8E8BFF"])))
        reach = np.hypot(x * width / height - spot[0], y - spot[1])
        cover = (np.clip((radius - reach) * height + 0.5, 0, 1) * 0.26)[..., None]
        scene = scene * (1 - cover) + colour * cover
    return grained(darkened(scene, x, y, 0.5))


BACKGROUNDS: Final[dict[str, Callable[[int, int], Array]]] = {
    "dusk": dusk,
    "dusk-blurred": dusk_blurred,
    "forest": forest,
    "felt": felt,
    "rays": rays,
}
