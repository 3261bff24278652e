"""What the lab raises."""

from __future__ import annotations


class LabError(Exception):
    """The lab cannot do what it was asked, or what a test waited for did not come."""
