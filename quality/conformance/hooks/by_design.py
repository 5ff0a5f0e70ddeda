"""What schemathesis takes for a difference and is none, each with its reason."""

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.core.parameters import ParameterLocation
from schemathesis.openapi.checks import RejectedPositiveData

# What holds between several places of a document no schema can say. Each with what it is about.
BEYOND_A_SCHEMA = [
    "repeats an earlier one",  # keys within their list
    "there is no profile",  # of those in the same document
    "there is no sort key",
    "there is no campaign",
    "must not be greater than",  # min and max
    "must be after `starts_at`",
    "must not be a leap second",
    "its campaign",  # of which a rule has other times
    "must be a time zone of the IANA database",  # what the runtime knows
    "must be a day of the calendar",
    "must be an http or https address",  # what parses as one
    "is a built-in item field",
    "in every catalogue",  # types of fields
    "cannot lie in",
    "in `field_types`",
    "rules may hide at most",  # all of them together
    "must be a name of at most 100 characters",  # schemathesis takes `\p{C}` of its pattern for control characters alone
    "for which it stands",  # an age in days beside the comparison with a date
    "in the engine's plugin",  # what the engine has installed
    "is in the future",  # what time it is now
    "that is not to come",
    "version: expected",  # one of two kinds, and a leap second is none
    "X-SERVICE-SNAPSHOT: expected",
    "is the snapshot of a catalogue",  # what another header says
    "lines was taken; the first",  # of the body's lines, each judged by itself
    "the oldest month that is kept here",
    "longer than 512 bytes",  # a schema counts characters
    "holds a NUL or half of a surrogate pair",  # the introduction says it of all text
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether a failure counts. Those that do not are by design, and have their reason here."""
    if isinstance(failure, RejectedPositiveData):
        return not all(is_beyond_a_schema(message) for message in messages(response))
    if isinstance(failure, AcceptedNegativeData) and case.media_type == "application/x-ndjson":
        # Each line of a feed or an import is judged by itself: a wrong one costs the others nothing, and a report names it.
        others = set(ParameterLocation) - {ParameterLocation.BODY}
        is_told_of_lines = getattr(case.meta.phase.data, "parameter_location", None) == ParameterLocation.BODY
        # Any JSON is right in a header that holds JSON, also where schemathesis means it to be wrong.
        return not is_told_of_lines and any(case.meta.is_negative_at(place) for place in others)
    return True


def is_beyond_a_schema(message):
    return any(known in message for known in BEYOND_A_SCHEMA)


def messages(response):
    [error] = response.json()["errors"]
    errors = (error["context"] or {}).get("errors", [error])
    return [mistake["message"] for mistake in errors]
