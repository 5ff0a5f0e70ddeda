"""Deviations reported by schemathesis that are by design, with reasons."""

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.core.parameters import ParameterLocation
from schemathesis.openapi.checks import RejectedPositiveData

# Parts of error messages for constraints that JSON Schema cannot express, such as relations between fields.
BEYOND_A_SCHEMA = [
    "must be unique",  # keys must be unique within their list
    "unknown profile",  # references to the same document
    "unknown sort key",
    "unknown campaign",
    "must not be greater than",  # min and max
    "must be after `starts_at`",
    "must not be a leap second",
    "its campaign",  # a rule and its campaign have different times
    "must be a time zone of the IANA database",  # depends on the runtime
    "must be a valid date",
    "must be an http or https address",  # must be a parseable URL
    "is a built-in item field",
    "in every catalogue",  # built-in fields have fixed types
    "cannot be nested in",
    "in `field_types`",
    "rules may hide at most",  # a limit on all rules together
    "must be a name of at most 100 characters",  # schemathesis reads `\p{C}` in the pattern as control characters only
    "must not be combined with",  # an age in days and the equivalent date
    "in the engine's plugin",  # depends on the plugins of the engine
    "is in the future",  # depends on the current time
    "that is not in the future",
    "version: expected",  # an integer or a time, without leap seconds
    "X-SERVICE-SNAPSHOT: expected",
    "only allowed with soft_replace",  # depends on another header
    "lines rejected; line ",  # lines of the body are validated one by one
    "the start of the retention period",
    "longer than 512 bytes",  # JSON Schema counts characters
    "contains a NUL character or a lone surrogate",  # documented for all texts in the introduction
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Returns False for failures that are by design."""
    if isinstance(failure, RejectedPositiveData):
        return not all(is_beyond_a_schema(message) for message in messages(response))
    if isinstance(failure, AcceptedNegativeData) and case.media_type == "application/x-ndjson":
        # Lines of feeds and imports are validated one by one. An invalid line does not affect others and is reported.
        others = set(ParameterLocation) - {ParameterLocation.BODY}
        is_told_of_lines = getattr(case.meta.phase.data, "parameter_location", None) == ParameterLocation.BODY
        # Headers with JSON accept any JSON, even if schemathesis intends it to be invalid.
        return not is_told_of_lines and any(case.meta.is_negative_at(place) for place in others)
    return True


def is_beyond_a_schema(message):
    return any(known in message for known in BEYOND_A_SCHEMA)


def messages(response):
    [error] = response.json()["errors"]
    errors = (error["context"] or {}).get("errors", [error])
    return [found["message"] for found in errors]
