"""Extends the OpenAPI document by facts that OpenAPI cannot express or schemathesis ignores."""

import copy
import json
import os
import re
import time

import schemathesis

from .lines import NDJSON, lines_of

SCHEMAS = "#/components/schemas/"
DAY_MS = 86_400_000


def prepare(raw_schema):
    operations = [one for path in raw_schema["paths"].values() for one in path.values()]
    say_what_lines_are(operations)
    say_what_texts_hold(operations)
    say_what_is_known(raw_schema["components"]["schemas"], json.loads(os.environ["VITRINE_KNOWN"]))
    keep_filters_flat(raw_schema)
    keep_changes_apart(raw_schema)


def say_what_lines_are(operations):
    """Adds the JSON schema of NDJSON lines, because OpenAPI 3.1 can only mention it in a description."""
    for operation in operations:
        for holder in [operation.get("requestBody", {}), *operation["responses"].values()]:
            media = holder.get("content", {}).get(NDJSON)
            if media is None:
                continue
            name = re.search(r"`(\w+)`", media["schema"]["description"])[1]
            lines = {"type": "array", "items": {"$ref": SCHEMAS + name}}
            # Requests without lines are rejected; responses may be empty.
            media["schema"] = {**lines, "minItems": 1} if "required" in holder else lines
            for example in media["examples"].values():
                example["value"] = lines_of(example["value"])


def say_what_texts_hold(operations):
    """Declares texts with JSON content as JSON, for which schemathesis would otherwise generate arbitrary text."""
    for operation in operations:
        for media in operation.get("requestBody", {}).get("content", {}).values():
            if "contentSchema" in media["schema"]:
                media["schema"] = media["schema"]["contentSchema"]
                for example in media["examples"].values():
                    example["value"] = json.loads(example["value"])
        for parameter in operation.get("parameters", []):
            if parameter.get("schema", {}).get("contentMediaType") == "application/json":
                del parameter["schema"]
                parameter["content"] = {"application/json": {"schema": {}}}


def say_what_is_known(schemas, known):
    """Adds the field and facet names of the tested storefront, because the document is the same for all storefronts."""
    for request in ("SearchRequest", "SuggestRequest", "QueryRequest", "SlotsRequest"):
        schemas[request]["properties"]["projection"]["items"] = {"enum": known["fields"]}
    search = schemas["SearchRequest"]["properties"]
    search["sort"]["items"] = {"enum": known["sorts"]}
    search["facets"]["properties"]["keys"]["items"] = {"enum": ["*", *known["facets"]]}
    value, values, a_range, ranges = search["facet_filters"]["additionalProperties"]["anyOf"]
    of_values = {"anyOf": [value, values]}
    kinds = {"list": of_values, "tree": of_values, "range": {"anyOf": [a_range, ranges]}}
    search["facet_filters"]["properties"] = {key: kinds[kind] for key, kind in known["facets"].items()}
    search["facet_filters"]["additionalProperties"] = False
    schemas["QueryRequest"]["properties"]["profile"] = {"enum": [*known["profiles"], None]}
    schemas["SlotsRequest"]["properties"]["placement"] = {"enum": known["placements"]}
    now = int(time.time() * 1000)
    for line in schemas["EventLine"]["oneOf"]:
        line["properties"]["occurred_at"] = {"type": "integer", "minimum": now - 300 * DAY_MS, "maximum": now}


def keep_filters_flat(raw_schema):
    """Limits nested filters to `search`. All endpoints use the same filter code, and each level of nesting multiplies the number of requests."""
    schemas = raw_schema["components"]["schemas"]
    flat, condition = copy.deepcopy([schemas["FilterExpression"], schemas["FilterCondition"]])
    del flat["properties"], condition["properties"]["$not"]
    flat["propertyNames"]["pattern"] = "^[^$]"
    flat["additionalProperties"] = condition
    explained = replaced(schemas["SearchRequest"], SCHEMAS + "FilterExpression", SCHEMAS + "FlatFilter")
    for name in ("SuggestRequest", "QueryRequest", "SlotsRequest", "StorefrontConfiguration"):
        schemas[name] = replaced(schemas[name], SCHEMAS + "FilterExpression", SCHEMAS + "FlatFilter")
    schemas.update(FlatFilter=flat, ExplainedRequest=explained)
    body = raw_schema["paths"]["/v1/explain"]["post"]["requestBody"]["content"]["application/json"]
    body["schema"] = replaced(body["schema"], SCHEMAS + "SearchRequest", SCHEMAS + "ExplainedRequest")


def replaced(value, reference, other):
    if isinstance(value, list):
        return [replaced(member, reference, other) for member in value]
    if isinstance(value, dict):
        return {name: replaced(member, reference, other) for name, member in value.items()}
    return other if value == reference else value


def keep_changes_apart(raw_schema):
    """Uses another storefront's key for operations that replace catalogues and configurations than for product requests."""
    schemes = raw_schema["components"]["securitySchemes"]
    schemes["BackOfficeKey"] = schemes["PrivateKey"]
    for path, operations in raw_schema["paths"].items():
        if re.match("/v1/(ingestion|storefront)", path):
            for operation in operations.values():
                operation["security"] = [{"BackOfficeKey": []} for _ in operation["security"]]


@schemathesis.serializer("text/plain")
def as_text(context, value):
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()


@schemathesis.deserializer("image/gif", "image/png")
def from_picture(context, response):
    return response.content.decode("latin-1")
