"""The days of an invented case, from what happened to the judgment, in the order they must have."""

import random
from datetime import date, timedelta

from unlinkable.demo.personal import personal

_ENGLISH = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
_GERMAN = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli",
    "August", "September", "Oktober", "November", "Dezember",
)  # fmt: skip
_SEASONS = ("winter", "spring", "summer", "autumn")


def timeline(chance: random.Random) -> dict[str, date]:
    """The days by name; ``start`` lies years before the incident, and an authority ``decided``."""
    incident = date(2011, 1, 3) + timedelta(days=chance.randrange(12 * 365))
    later = incident + timedelta(days=chance.randint(2, 12))
    decided = _working_day(later + timedelta(days=chance.randint(4, 15)))
    filed = later + timedelta(days=chance.randint(34, 120))
    hearing = _working_day(filed + timedelta(days=chance.randint(70, 260)))
    return {
        "start": incident - timedelta(days=chance.randint(500, 3200)),
        "incident": incident,
        "later": _working_day(later),
        "decided": decided,
        "objected": _working_day(decided + timedelta(days=chance.randint(4, 11))),
        "filed": _working_day(filed),
        "interim": _working_day(filed + timedelta(days=chance.randint(5, 30))),
        "hearing": hearing,
        "judgment": _working_day(hearing + timedelta(days=chance.randint(7, 35))),
    }


def season(day: date) -> str:
    """The season of a day in the north, as its English name."""
    return _SEASONS[day.month % 12 // 3]


def written(day: date, language: str) -> str:
    """The day in words, as personal data."""
    if language == "en":
        return personal(f"{day.day} {_ENGLISH[day.month - 1]} {day.year}")
    return personal(f"{day.day}. {_GERMAN[day.month - 1]} {day.year}")


def _working_day(day: date) -> date:
    return day + timedelta(days=max(0, 7 - day.weekday())) if day.weekday() > 4 else day
