"""JSON Lines: serialization, and checks that lines are accepted and rejected according to the document."""

import copy
import gzip
import json
import os
import time

import jsonschema_rs
import requests
import schemathesis

from .by_design import is_beyond_a_schema

NDJSON = "application/x-ndjson"
COMPLETED = 4
JOBS_SECONDS = 300

validators = {}


def judge_by(schemas):
    """@param schemas of the original document"""
    validators["EventLine"] = validator_of(schemas["EventLine"])
    validators["FeedLine"] = validator_of(what_costs_a_line(schemas["FeedLine"]))


def validator_of(schema):
    return jsonschema_rs.validator_for(copy.deepcopy(schema), validate_formats=True)


def what_costs_a_line(schema):
    """Accepts any value for fields other than identifiers and price, because invalid values there do not reject the line."""
    schema = copy.deepcopy(schema)
    fields = schema["properties"]["product_data"]["properties"]
    for name in fields.keys() - {"product_identifier", "variant_identifier", "price"}:
        fields[name] = True
    return schema


@schemathesis.serializer(NDJSON)
def as_lines(context, value):
    lines = value if isinstance(value, list) else [value]
    body = "\n".join(json.dumps(line) for line in lines).encode()
    encoding = (context.case.headers or {}).get("Content-Encoding")
    return gzip.compress(body) if encoding == "gzip" else body


@schemathesis.deserializer(NDJSON)
def from_lines(context, response):
    return lines_of(response.content.decode())


def lines_of(text):
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def shown(line):
    return json.dumps(line)[:500]


@schemathesis.check
def line_check(context, response, case):
    """Checks that an event import accepts valid lines and reports the numbers of invalid ones."""
    if case.operation.path != "/v1/events" or response.status_code != 200 or not isinstance(case.body, list):
        return
    errors = response.json()["data"]["errors"]
    rejected = {error["line"]: error["reason"] for error in errors}
    for number, line in enumerate(case.body, 1):
        is_valid = validators["EventLine"].is_valid(line)
        if is_valid and number in rejected and not is_beyond_a_schema(rejected[number]):
            raise AssertionError(f"line {number} is as the document says and was rejected: {rejected[number]}")
        # The response lists the first hundred errors.
        if not is_valid and number not in rejected and len(errors) < 100:
            raise AssertionError(f"line {number} is not as the document says and was taken: {shown(line)}")


@schemathesis.check
class feed_check:
    """Checks that the error report of a feed contains every invalid line and no valid insert."""

    def __init__(self):
        self.feeds = {}

    def after_response(self, context, response, case):
        if case.operation.path != "/v1/ingestion/" or response.status_code != 202 or not isinstance(case.body, list):
            return
        # Parts have no job of their own.
        if (case.headers or {}).get("X-SERVICE-PART") is not None:
            return
        address = f"{case.operation.base_url.rstrip('/')}/v1/ingestion/{response.json()['data']['ingestion_id']}"
        self.feeds[address] = case.body

    def after_run(self, context):
        # Jobs of a client run one after another, so wait for the last one first.
        latest_first = sorted(self.feeds.items(), key=lambda feed: int(feed[0].split("/")[-1]), reverse=True)
        judged = [(lines, rejected_lines(address)) for address, lines in latest_first]
        found = [one for lines, rejected in judged if rejected is not None for one in self.differences(lines, rejected)]
        if found:
            raise AssertionError("\n".join(found[:20]))

    def differences(self, lines, rejected):
        for number, line in enumerate(lines, 1):
            is_valid = validators["FeedLine"].is_valid(without_ignored(line))
            reason = rejected.get(number)
            if not is_valid and reason is None:
                yield f"a line is not as the document says and was taken: {shown(line)}"
            # Valid updates may be rejected if the catalogue does not contain the product.
            if is_valid and reason is not None and line["operation"] == "insert" and not is_beyond_a_schema(reason):
                yield f"a line is as the document says and was rejected, {reason}: {shown(line)}"


def without_ignored(line):
    """Removes the price from deletions, because the service reads only their identifiers."""
    if not isinstance(line, dict) or line.get("operation") != "delete" or not isinstance(line.get("product_data"), dict):
        return line
    return {**line, "product_data": {**line["product_data"], "price": None}}


def rejected_lines(address):
    """
    Waits for a job and returns the reason of each rejected line by its number. Returns None for a cancelled job, which has
    not validated all lines.
    """
    headers = {"X-SERVICE-API-KEY": os.environ["VITRINE_BACK_OFFICE_KEY"]}
    until = time.monotonic() + JOBS_SECONDS
    while (job := requests.get(address, headers=headers).json()["data"])["status"] < COMPLETED:
        if time.monotonic() > until:
            raise AssertionError(f"{address} has not ended after {JOBS_SECONDS} s")
        time.sleep(0.2)
    if job["product_metrics"].get("cancelled"):
        return None
    errors = lines_of(requests.get(f"{address}/errors", headers=headers).text)
    return {error["line"]: error["reason"] for error in errors if "field" not in error}
