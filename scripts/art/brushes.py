"""What backgrounds are painted with: arrays of rows, columns and red, green, blue from 0 to 255."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from PIL import Image, ImageColor, ImageDraw, ImageFilter

from lan_thirteen.ui.window.leaf_shapes import TONES, leaf_of

Array: TypeAlias = Any
Picture: TypeAlias = Any


def rgb(code: str) -> Array:
    return np.array(ImageColor.getrgb(code), dtype=float)


def resized(array: Array, width: int, height: int) -> Array:
    """Values from 0 to 1 as a smooth field of this size."""
    small = Image.fromarray((array * 255).astype("u1"))
    return np.asarray(small.resize((width, height), Image.Resampling.BICUBIC), dtype=float) / 255


def noise(seed: int, size: tuple[int, int], cells: Sequence[int]) -> Array:
    """Clouds from 0 to 1 whose blots are as many to the width as ``cells`` says, each kind half as strong."""
    width, height = size
    random = np.random.default_rng(seed)
    field, whole = np.zeros((height, width)), 0.0
    for at, count in enumerate(cells):
        share = 0.55**at
        field += share * resized(random.random((max(2, count * height // width + 2), count + 2)), width, height)
        whole += share
    return field / whole


def blurred(array: Array, radius: float) -> Array:
    """Values from 0 to 1, blurred."""
    picture = Image.fromarray((np.clip(array, 0, 1) * 255).astype("u1"))
    return np.asarray(picture.filter(ImageFilter.GaussianBlur(radius)), dtype=float) / 255


def ramp(share: Array, *stops: tuple[float, str]) -> Array:
    """Colours that run from stop to stop with the share."""
    places = [place for place, _ in stops]
    colours = np.array([rgb(code) for _, code in stops])
    return np.dstack([np.interp(share, places, colours[:, channel]) for channel in range(3)])


def grid(width: int, height: int) -> tuple[Array, Array]:
    """The share of the width and of the height of each pixel."""
    y, x = np.mgrid[0:height, 0:width]
    return x / width, y / height


def away(x: Array, y: Array, at: tuple[float, float], reach: tuple[float, float]) -> Array:
    """How far each pixel is from a place, where ``reach`` is 1."""
    return np.hypot((x - at[0]) / reach[0], (y - at[1]) / reach[1])


def darkened(scene: Array, x: Array, y: Array, most: float) -> Array:
    """The scene with dark corners."""
    return scene * (1 - most * np.clip(away(x, y, (0.5, 0.5), (0.77, 0.76)) - 0.52, 0, 1))[..., None]


def grained(scene: Array, amount: float = 2.6) -> Array:
    """Noise that keeps a slow gradient from showing steps."""
    return scene + (np.random.default_rng(1).random((*scene.shape[:2], 1)) - 0.5) * amount


def leaf(value: int, size: float, degrees: float, blur: float = 0) -> tuple[Array, Array]:
    """A leaf so many pixels long: its colour with the mask in it, and its mask, 0 to 1."""
    over = 2 if size > 60 else 4
    side = int(size * 1.7 * over)
    mask, veins = Image.new("L", (side, side)), Image.new("L", (side, side))

    def place(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(side / 2 + x * size * over, side / 2 + (y + 0.4) * size * over) for x, y in points]

    shape, line = leaf_of(value), max(1, int(size * over * 0.012))
    for blade in shape.blades:
        ImageDraw.Draw(mask).polygon(place(blade), fill=255)
    ImageDraw.Draw(mask).line(place(shape.stem), fill=255, width=2 * line)
    for vein in shape.veins:
        ImageDraw.Draw(veins).line(place(vein), fill=255, width=line)
    half = Image.new("L", (side, side))
    ImageDraw.Draw(half).rectangle((side // 2, 0, side, side), fill=255)
    alpha, light, fold = (_layer(each, degrees, side // over, blur) for each in (mask, veins, half))
    blot = 0.8 + 0.3 * noise(value, (alpha.shape[1], alpha.shape[0]), [3, 6])
    colour = np.array(TONES[value - 1][1], dtype=float) * ((1.08 - 0.22 * fold) * blot)[..., None]
    colour = colour * (1 - 0.4 * light[..., None]) + 255 * 0.4 * light[..., None]
    return colour * alpha[..., None], alpha


def _layer(picture: Picture, degrees: float, side: int, blur: float) -> Array:
    turned = picture.resize((side, side), Image.Resampling.LANCZOS).rotate(degrees, Image.Resampling.BICUBIC)
    pad = int(blur * 3) + 1
    wide = Image.new("L", (side + 2 * pad, side + 2 * pad))
    wide.paste(turned, (pad, pad))
    return np.asarray(wide.filter(ImageFilter.GaussianBlur(blur)) if blur else wide, dtype=float) / 255


def put(scene: Array, sprite: tuple[Array, Array], at: tuple[float, float], dark: float, opacity: float) -> None:
    """Lay a sprite on the scene about this place, in pixels."""
    colour, alpha = sprite
    height, width = alpha.shape
    left, top = int(at[0] - width / 2), int(at[1] - height / 2)
    rows = slice(max(0, top), min(scene.shape[0], top + height))
    columns = slice(max(0, left), min(scene.shape[1], left + width))
    if rows.start >= rows.stop or columns.start >= columns.stop:
        return
    part = np.s_[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    cover = alpha[part][..., None] * opacity
    scene[rows, columns] = scene[rows, columns] * (1 - cover) + colour[part] * opacity * (1 - dark)
