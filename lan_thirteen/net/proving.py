"""Saving a proof, and what is said of it."""

from __future__ import annotations

from pathlib import Path

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.orders import ProofFailed, ProofSaved
from lan_thirteen.net.proof_file import Proof, save_proof


def prove(profile: Path, proof: Proof | None) -> ProofSaved | ProofFailed:
    """Write down, where people find it, what this laptop can prove of a match; ``proof`` None: there is none yet."""
    if proof is None:
        return ProofFailed(Refusal("proof.nothing"))
    try:
        return ProofSaved(str(save_proof(profile, proof)))
    except JournalError as error:
        return ProofFailed(error.why)
