"""Makes the Python client from the OpenAPI document: `python -m clients.make [--check]`.

Each operation becomes a method of a group (the first part of its address: events, games, leagues ...): what its address
names comes first, members of the body and parameters follow by name. Written by hand is `magistrar_client/client.py`
alone: how is asked, refused, asked again. `--check` writes nothing and exits with 1 where the files differ.

openapi-python-client makes a class of every shape: 700 files, 2.2 MB, as it stands. That is for those who want them
(docs/api.md); this is a folder to copy, without dependencies.
"""

from __future__ import annotations

import argparse
import keyword
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any

PACKAGE = Path(__file__).resolve().parent / "python" / "magistrar_client"
PREFIX = "/api/v1/"
TYPES = {"string": "str", "integer": "int", "boolean": "bool", "number": "float"}
HEAD = '"""{title} Made from the schema by `python -m clients.make`."""\n\nfrom __future__ import annotations\n\n'
SELF = {"body", "self", "idempotency_key"}

Schema = Mapping[str, Any]


def document() -> Schema:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
    import django

    django.setup()
    from drf_spectacular.generators import SchemaGenerator

    made: Schema = SchemaGenerator().get_schema(request=None, public=True)
    return made


def name_of(name: str) -> str:
    """A name of the API as one of Python's."""
    plain = re.sub(r"\W", "_", name).lower()
    return f"{plain}_" if keyword.iskeyword(plain) or plain in SELF else plain


class Method:
    """One operation as a method. Path parameters come by place, everything else by name."""

    def __init__(self, path: str, method: str, operation: Schema, shapes: Schema) -> None:
        self.path, self.method, self.operation, self.shapes = path, method, operation, shapes
        self.in_path = re.findall(r"\{(\w+)\}", path)
        self.query = [each for each in operation.get("parameters", ()) if each["in"] == "query"]
        takes = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "header"}
        self.once = "Idempotency-Key" in takes
        content = operation.get("requestBody", {}).get("content", {})
        self.sends_json = "application/json" in content
        self.shape = self._resolved(content.get("application/json", {}).get("schema", {})) if self.sends_json else {}
        self.members: Schema = self.shape.get("properties", {})
        self.whole_body = bool(content) and (not self.members or self._clashes())

    def _resolved(self, schema: Schema) -> Schema:
        while reference := schema.get("$ref", ""):
            schema = self.shapes[reference.rsplit("/", 1)[1]]
        return schema

    def _clashes(self) -> bool:
        others = {*self.in_path, *(each["name"] for each in self.query)}
        return not others.isdisjoint(self.members)

    def _type(self, schema: Schema) -> str:
        schema = self._resolved(schema)
        if "allOf" in schema and len(schema["allOf"]) == 1:
            return self._type(schema["allOf"][0])
        kind = schema.get("type")
        kinds = [each for each in (kind if isinstance(kind, list) else [kind]) if each != "null"]
        if schema.get("enum") and not kinds:
            return "str"
        if len(kinds) == 1 and kinds[0] == "array":
            return f"Sequence[{self._type(schema.get('items', {}))}]"
        return TYPES.get(str(kinds[0]), "Any") if len(kinds) == 1 else "Any"

    def lines(self) -> Iterator[str]:
        required = set(self.shape.get("required", ())) if not self.whole_body else set()
        given = [f"{name_of(name)}: {'int' if name in {'number', 'stage'} else 'str'}" for name in self.in_path]
        if self.whole_body:
            given.append("body: Any")
        members = {} if self.whole_body else self.members
        by_name = [
            f"{name_of(name)}: {self._type(schema)}" + ("" if name in required else " | Unset = UNSET")
            for name, schema in sorted(members.items(), key=lambda each: each[0] not in required)
            if not schema.get("readOnly")
        ]
        by_name += [
            f"{name_of(each['name'])}: {self._type(each['schema'])}"
            + ("" if each.get("required") else " | Unset = UNSET")
            for each in self.query
        ]
        if self.once:
            by_name.append('idempotency_key: str = ""')
        stars = ["*", *by_name] if by_name else []
        yield f"def {name_of(self.operation['operationId'])}({', '.join(['self', *given, *stars])}) -> Any:"
        yield from self._docstring()
        yield f"    return self._client.request({', '.join(self._arguments(members))})"

    def _docstring(self) -> Iterator[str]:
        text = " ".join(self.operation.get("description", self.operation["operationId"]).split()).replace("\\", "\\\\")
        said = wrap(f"{text} ({self.method.upper()} {self.path})", 104, break_long_words=False)
        yield f'    """{said[0]}' + ('"""' if len(said) == 1 else "")
        for line in said[1:-1]:
            yield f"    {line}"
        if len(said) > 1:
            yield f'    {said[-1]}"""'

    def _arguments(self, members: Schema) -> Iterator[str]:
        yield repr(self.method.upper())
        address = re.sub(
            r"\{(\w+)\}", lambda match: "{quoted(" + name_of(match[1]) + ")}", self.path.removeprefix(PREFIX)
        )
        yield f'f"{address}"' if self.in_path else repr(address)
        if self.query:
            yield "query={" + ", ".join(f"{each['name']!r}: {name_of(each['name'])}" for each in self.query) + "}"
        if self.whole_body:
            yield "body=body"
        elif members:
            names = [name for name, schema in members.items() if not schema.get("readOnly")]
            yield "body={" + ", ".join(f"{name!r}: {name_of(name)}" for name in names) + "}"
        if self.once:
            yield "idempotency_key=idempotency_key"


def files(schema: Schema) -> dict[str, str]:
    """The made modules by name."""
    groups: dict[str, list[Method]] = defaultdict(list)
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            first = path.removeprefix(PREFIX).split("/")[0] or "root"
            groups[name_of(first)].append(Method(path, method, operation, schema["components"]["schemas"]))
    found = {f"{group}.py": module(group, methods) for group, methods in groups.items()}
    found["groups.py"] = index(sorted(groups))
    return found


def module(group: str, methods: list[Method]) -> str:
    body = "\n\n".join("\n".join(f"    {line}" if line else "" for line in method.lines()) for method in methods)
    imports = "from collections.abc import Sequence\n" if "Sequence[" in body else ""
    names = [
        name for name in ("UNSET", "Client", "Unset", "quoted") if name == "Client" or re.search(rf"\b{name}\b", body)
    ]
    head = HEAD.format(title=f"The operations at /api/v1/{group.replace('_', '-')}/.".replace("/root/", "/"))
    return (
        f"{head}{imports}from typing import Any\n\nfrom .client import {', '.join(names)}\n\n\n"
        f"class {class_of(group)}:\n    def __init__(self, client: Client) -> None:\n"
        f"        self._client = client\n\n{body}\n"
    )


def class_of(group: str) -> str:
    return "".join(part.capitalize() for part in group.split("_"))


def index(groups: list[str]) -> str:
    modules = sorted({**{group: class_of(group) for group in groups}, "client": "Client"}.items())
    imports = "\n".join(f"from .{module} import {name}" for module, name in modules)
    members = "\n".join(f"        self.{group} = {class_of(group)}(self)" for group in groups)
    return (
        f"{HEAD.format(title='The client with all groups of operations.')}from typing import Any\n\n"
        f'{imports}\n\n\nclass Magistrar(Client):\n    """The API of a site. Options as `Client` has them."""\n\n'
        "    def __init__(self, site: str, **options: Any) -> None:\n"
        f"        super().__init__(site, **options)\n{members}\n"
    )


def formatted(text: str) -> str:
    """As `ruff format` writes it."""
    ruff = Path(sys.executable).with_name("ruff")
    told = subprocess.run(
        [ruff, "format", "--line-length", "120", "-"], input=text, capture_output=True, text=True, check=True
    )
    return told.stdout


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    checks = parser.parse_args(arguments).check
    made = {name: formatted(text) for name, text in files(document()).items()}
    by_hand = {"__init__.py", "client.py", "py.typed"}
    there = {path.name: path.read_text() for path in PACKAGE.iterdir() if path.is_file() and path.name not in by_hand}
    if checks:
        wrong = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
        sys.stdout.write("".join(f"{name} isn't what the schema makes: python -m clients.make\n" for name in wrong))
        return int(bool(wrong))
    for name in there.keys() - made.keys():
        (PACKAGE / name).unlink()
    for name, text in made.items():
        (PACKAGE / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
