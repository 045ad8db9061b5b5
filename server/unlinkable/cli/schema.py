"""`unlinkable schema`: JSON schemas of settings and results, for editors and other programs."""

import argparse
import json
from typing import Any

WHAT = (
    *("settings", "check", "price", "protect"),
    *("attack", "attack-table", "evaluate", "model"),
)


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "schema",
        help="print the JSON schema of the settings or of a result",
        description="Print the JSON schema (2020-12) of an unlinkable.toml (settings), of a line "
        "of `check --format json`, `price --format json` or `attack --format json`, of the JSON "
        "report of `protect`, of `attack --table --format json`, `evaluate --format json` or "
        "`model info --format json`. Results name theirs as $schema. "
        "An editor that knows TOML completes an unlinkable.toml that begins with "
        "#:schema ./unlinkable.schema.json",
    )
    parser.add_argument("what", metavar="WHAT", choices=WHAT, help=f"one of {', '.join(WHAT)}")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one schema."""
    from unlinkable.reporting.json_forms.addresses import schema_address
    from unlinkable.reporting.json_forms.schemas import DIALECT, output_schemas
    from unlinkable.settings.json_schema import file_schema

    schema = file_schema() if args.what == "settings" else output_schemas()[args.what]
    titled = {
        "$schema": DIALECT,
        "$id": schema_address(args.what),
        "title": f"Unlinkable: {args.what}",
        **schema,
    }
    print(json.dumps(titled, indent=1, ensure_ascii=False))
    return 0
