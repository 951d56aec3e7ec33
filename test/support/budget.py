"""What to say of a run of the tests that took longer than it should."""


def over_budget(
    elapsed: float, budget: float, cores: int, load: float | None
) -> str | None:
    """One line for a run of so many seconds; None if it kept its budget."""
    if elapsed <= budget:
        return None
    text = f"slow: {elapsed / 60:.1f} minutes, and the budget is {budget / 60:.1f}"
    text += f" on two idle cores; this machine has {cores}"
    return text if load is None else f"{text}, with a load of {load:.1f} on average"
