"""From nothing to the first frame, and only then everything else that takes time to load."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pygame

from lan_thirteen.net.folders import Complaint, Folder, hold_folder
from lan_thirteen.ui.canvas import Stage, text_scale_of
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.screens import home
from lan_thirteen.ui.settings import AVATARS, Settings, load_settings
from lan_thirteen.ui.text import Language, load_language
from lan_thirteen.ui.window.frame import Frame, prepare
from lan_thirteen.ui.window.paint import Painter


class NoScreenError(Exception):
    """No window can be opened here."""


class Opened(NamedTuple):
    """A window that shows its first frame."""

    frame: Frame
    painter: Painter
    settings: Settings
    language: Language
    folder: Folder
    complaints: tuple[Complaint, ...]
    """What its person should know, once the sentences are loaded."""


class ProfileTroubleError(Exception):
    """The profile cannot be had; ``complaint`` says why."""

    def __init__(self, complaint: Complaint) -> None:
        super().__init__(complaint.code)
        self.complaint = complaint


def open_first_frame(profile: str | None, root: Path | None = None) -> Opened:
    """A window with the home screen, before anything is known of the network.

    Raises NoScreenError or ProfileTroubleError where there can be none.
    """
    if not getattr(pygame, "IS_CE", False):
        raise NoScreenError
    folder = hold_folder(profile, root)
    if isinstance(folder, Complaint):
        raise ProfileTroubleError(folder)
    settings, complaint = load_settings(folder.path)
    if not settings.name:
        # who has not chosen a face gets one by chance, so that not all of a room look alike
        settings = replace(settings, avatar=os.urandom(1)[0] % AVATARS)
    prepare()
    language = _language(settings.language)
    try:
        pygame.font.init()
        frame = Frame(language.say("win.app.title"), settings.window_size, settings.window_position)
    except pygame.error as error:
        folder.close()
        raise NoScreenError from error
    frame.fill_screen(settings.full_screen)
    advances = load_advances()
    painter = Painter(advances)
    canvas = frame.canvas
    stage = Stage(canvas, language, advances.width, text_scale_of(canvas, settings.text_scale))
    painter.is_rough = True
    at_home = home.present(home.fresh(settings.name, settings.avatar), home.Facts(), stage)
    painter.paint(frame.surface, at_home, canvas)
    frame.flip()
    painter.is_rough = False
    return Opened(frame, painter, settings, language, folder, () if complaint is None else (complaint,))


def _language(code: str) -> Language:
    """The language of this code; English where the program that wrote the settings had one that this one lacks."""
    try:
        return load_language(code)
    except OSError:
        return load_language()
