"""Adapts schemathesis to the service. Loaded through SCHEMATHESIS_HOOKS."""

import schemathesis

from . import by_design, document, lines, short_form  # noqa: F401 (imported for the hooks that they register)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    lines.judge_by(raw_schema["components"]["schemas"])
    document.prepare(raw_schema)
