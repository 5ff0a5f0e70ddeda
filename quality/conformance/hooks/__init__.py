"""What schemathesis has to be told about the service. Loaded by way of SCHEMATHESIS_HOOKS."""

import schemathesis

from . import by_design, document, lines, short_form  # noqa: F401 (most of them register what they have)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    lines.judge_by(raw_schema["components"]["schemas"])
    document.prepare(raw_schema)
