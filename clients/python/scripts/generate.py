"""
Writes the generated part of the client from openapi.json, or with --check fails if a committed file differs.

datamodel-code-generator writes the types of bodies and responses (models.py). This script writes what calls the
operations: one function for each (_operations.py), and the methods of the two clients (_methods.py).
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).resolve().parent.parent
DOCUMENT = HERE.parent.parent / "openapi.json"
PACKAGE = HERE / "src" / "parley_client"
HEADER = f"""# Generated from openapi.json by clients/python/scripts/generate.py: change the endpoints, not this file.
# openapi.json has the SHA-256 {hashlib.sha256(DOCUMENT.read_bytes()).hexdigest()}.
"""

OMITTED = {
    "downloadRecording",  # a download URL is complete, and needs no key
    "downloadExportFile",
    "ingestMeetingWithoutVersion",  # the same operation as ingestMeeting, at its former path
    "createSession",  # sessions are for browsers
    "getSession",
    "endSession",
}

OWN_ITERATIONS = {"list_changes"}
"""Lists that are followed in a way of their own."""

CONTINUATIONS = (("pageCount", "pageNumber"), ("nextBefore", "before"), ("next", "after"))
"""The fields of pages that lead to the next one, and the parameters that take them (`next_call`)."""

FORMER_MODELS = {
    "IngestMeetingMeetingAttendees": "IngestMeetingMeetingAttendee",
    "IngestMeetingMeetingAttendees1": "IngestMeetingMeetingAttendee",
    "MeetingWithRecordingTranscript": "MeetingTranscript",
}
"""Names that the generator of the models gave before to bodies without a name in the document."""

TYPES = {"integer": "int", "number": "float", "boolean": "bool", "string": "str"}
JSON = "application/json"

Json = dict[str, Any]


def main() -> None:
    document: Json = json.loads(DOCUMENT.read_text())
    operations = [one for one in operations_of(document) if one["operationId"] not in OMITTED]
    sources = {
        "models.py": models(document),
        "_operations.py": operations_module(document, operations),
        "_methods.py": methods_module(document, operations),
    }
    stale = [name for name, source in sources.items() if not write(PACKAGE / name, formatted(source))]
    if stale:
        sys.exit(
            f"{', '.join(stale)} of clients/python are not what openapi.json says: run `npm run fix` and commit them"
        )


def write(path: Path, source: str) -> bool:
    """Writes a file, or with --check tells whether it has this content."""
    if "--check" in sys.argv:
        return path.is_file() and path.read_text() == source
    path.write_text(source)
    return True


def formatted(source: str) -> str:
    def ruff(*arguments: str, text: str) -> str:
        command = [sys.executable, "-m", "ruff", *arguments, "--quiet", "--stdin-filename", str(PACKAGE / "x.py"), "-"]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout

    return ruff("format", text=ruff("check", "--select", "I,F401", "--fix", text=HEADER + source))


def models(document: Json) -> str:
    with TemporaryDirectory() as folder:
        source = Path(folder) / "openapi.json"
        source.write_text(json.dumps(with_fields_of_patterns(document)))
        output = Path(folder) / "models.py"
        options = (
            f"--input {source} --input-file-type openapi --output {output} --output-model-type typing.TypedDict "
            "--target-python-version 3.10 --naming-strategy parent-prefixed --enum-field-as-literal all "
            "--use-schema-description --use-field-description --use-standard-collections --use-union-operator "
            "--disable-timestamp --formatters builtin"
        )
        subprocess.run([sys.executable, "-m", "datamodel_code_generator", *options.split()], check=True)
        text = re.sub(r"^(?:#.*\n)+", "", output.read_text())
    text = re.sub(r'"""\n *(.*)\n *"""', r'"""\1"""', text)
    return f'"""Bodies and responses of the operations, as JSON has them."""\n{text}\n{former_names(document)}'


def with_fields_of_patterns(document: Json) -> Json:
    """Returns the document with the fields that it describes by a pattern, `^name$`, as fields."""
    whole: Json = json.loads(json.dumps(document))
    for schema in whole["components"]["schemas"].values():
        fields: Json = schema.pop("patternProperties", {})
        schema.get("properties", {}).update({pattern[1:-1]: field for pattern, field in fields.items()})
        if fields:
            del schema["additionalProperties"]
    return whole


def former_names(document: Json) -> str:
    """Returns the names that schemas had before."""
    schemas: Json = document["components"]["schemas"]
    named = {schema["x-former-name"]: name for name, schema in schemas.items() if "x-former-name" in schema}
    named |= FORMER_MODELS
    return "\n".join(f"{former}: TypeAlias = {name}" for former, name in sorted(named.items()))


def operations_of(document: Json) -> list[Json]:
    return [
        {
            **operation,
            "method": method.upper(),
            "path": path,
            "on_receiver": "servers" in operation,
            "parameters": [*item.get("parameters", []), *operation.get("parameters", [])],
        }
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in {"get", "put", "post", "delete", "patch"}
    ]


def snake(name: str) -> str:
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace("-", "_").lower()
    return f"{text}_" if text in {"from", "type", "format"} else text


def schema_name(schema: Json) -> str:
    return str(schema["$ref"]).rsplit("/", 1)[1]


def response_type(operation: Json) -> str:
    names: list[str] = []
    for status, response in operation["responses"].items():
        content = response.get("content", {})
        if status.startswith("2"):
            names += [f"models.{schema_name(content[JSON]['schema'])}"] if JSON in content else []
            names += ["str"] if content.keys() - {JSON} else []
            names += [] if content else ["None"]
    return " | ".join(dict.fromkeys(names))


def parameter_type(schema: Json, place: str) -> str:
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
    if schema["type"] == "array" and "enum" in schema["items"]:
        return "str | Sequence[str]"  # text that is separated by commas
    if schema["type"] == "array":
        return f"Sequence[{parameter_type(schema['items'], place)}]"
    if schema.get("format") == "date-time":
        return "Timestamp"
    return "int | str" if place == "path" and schema["type"] == "integer" else TYPES[schema["type"]]


def body_of(operation: Json) -> tuple[list[str], list[str]]:
    """Returns the parameters for the body of an operation, and the arguments of its call."""
    content: Json = operation.get("requestBody", {}).get("content", {})
    if not content:
        return [], []
    schema = content.get(JSON, {}).get("schema", {})
    if "$ref" in schema:
        return [f"body: models.{schema_name(schema)}"], ["json=body"]
    return ["content: Content", "content_type: str"], ["content=content", "content_type=content_type"]


def function(operation: Json) -> str:
    """Writes the function that makes the calls of an operation."""
    positional: list[str] = []
    required: list[str] = []
    optional: list[str] = []
    query: list[str] = []
    extra: list[str] = []
    path = str(operation["path"])
    for parameter in operation["parameters"]:
        name, place = snake(parameter["name"]), parameter["in"]
        kind = parameter_type(parameter["schema"], place)
        if place == "path":
            positional.append(f"{name}: {kind}")
            path = path.replace(f"{{{parameter['name']}}}", f"{{segment({name})}}")
        elif parameter["name"] == "Idempotency-Key":
            optional.append("idempotency_key: str | None = None")
            extra += ["takes_key=True", "idempotency_key=idempotency_key"]
        else:
            (required if parameter.get("required") else optional).append(
                f"{name}: {kind}" if parameter.get("required") else f"{name}: {kind} | None = None"
            )
            query.append(f'"{parameter["name"]}": {name}')
    body, body_arguments = body_of(operation)
    positional += body[:1]
    named = [*body[1:], *required, *optional]
    signature = ", ".join([*positional, *(["*"] if named else []), *named])
    prefix = "f" if "{" in path else ""
    arguments = [f'"{operation["method"]}"', f'{prefix}"{path}"']
    arguments += [f"query={{{', '.join(query)}}}"] if query else []
    arguments += [*body_arguments, *(["on_receiver=True"] if operation["on_receiver"] else []), *extra]
    return (
        f"def {snake(operation['operationId'])}({signature}) -> Call[{response_type(operation)}]:\n"
        f'    """{documentation(operation)}"""\n'
        f"    return Call({', '.join(arguments)})\n"
    )


def documentation(operation: Json) -> str:
    summary = f"{operation['summary']}."
    scope = re.search(r"Scopes?: (.*)", operation.get("description", ""))
    return f"{summary} Scope: {scope[1].replace('`', '')}" if scope else summary


def operations_module(document: Json, operations: list[Json]) -> str:
    functions = "\n\n".join(function(one) for one in operations)
    return f'''"""The calls of {document["info"]["title"]}'s operations."""
# ruff: noqa: A002

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from parley_client import models
from parley_client._call import Call, Content, Timestamp, segment

{functions}'''


def list_of(document: Json, operation: Json) -> str | None:
    """Returns the field that holds the items of a page; None if the response is not one of several pages."""
    content = operation["responses"].get("200", {}).get("content", {}).get(JSON)
    if not content:
        return None
    page = document["components"]["schemas"][schema_name(content["schema"])].get("properties", {})
    asked = {parameter["name"] for parameter in operation["parameters"]}
    is_paged = any(field in page and name in asked for field, name in CONTINUATIONS)
    return next((name for name, field in page.items() if field.get("type") == "array"), None) if is_paged else None


def methods_module(document: Json, operations: list[Json]) -> str:
    def lines(prefix: str) -> str:
        found: list[str] = []
        for operation in operations:
            name = snake(operation["operationId"])
            found.append(f"    {name} = {prefix}method(operations.{name})")
            items = list_of(document, operation)
            walk = re.sub(r"^(?:list|search)_", "", name)
            # An operation of another name than list_… or search_… returns more than one list.
            if items and name not in OWN_ITERATIONS and walk != name:
                found.append(f'    {walk} = {prefix}paged(operations.{name}, lambda page: page["{items}"])')
        return "\n".join(found)

    return f'''"""The methods of the clients: one for each operation, and an iteration for each list that has pages."""

from __future__ import annotations

from parley_client import _operations as operations
from parley_client._async import AsyncCaller, async_method, async_paged
from parley_client._sync import Caller, method, paged


class Operations(Caller):
    """The operations, each of which waits for its response."""

{lines("")}


class AsyncOperations(AsyncCaller):
    """The operations, as coroutines."""

{lines("async_")}
'''


if __name__ == "__main__":
    main()
