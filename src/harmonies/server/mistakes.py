"""What is wrong with a value, in plain sentences: for requests and for settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

# By pydantic's names; {…} are its own.
_SENTENCES = {
    "missing": "This is missing.",
    "extra_forbidden": "This is not known here.",
    "string_type": "This has to be a text.",
    "string_unicode": "This has to be a text of whole characters.",
    "string_too_short": "This needs {min_length} characters or more.",
    "string_too_long": "This may have {max_length} characters at most.",
    "string_pattern_mismatch": "This is written in another way than it should be.",
    "bool_type": "This has to be true or false.",
    "bool_parsing": "This has to be true or false.",
    "int_type": "This has to be a whole number.",
    "int_parsing": "This has to be a whole number.",
    "int_parsing_size": "This number is too large.",
    "int_from_float": "This has to be a whole number.",
    "float_type": "This has to be a number.",
    "float_parsing": "This has to be a number.",
    "finite_number": "This has to be a number.",
    "greater_than": "This has to be more than {gt}.",
    "greater_than_equal": "This has to be {ge} or more.",
    "less_than": "This has to be less than {lt}.",
    "less_than_equal": "This has to be {le} or less.",
    "list_type": "This has to be a list.",
    "tuple_type": "This has to be a list.",
    "path_type": "This has to be a path.",
    "too_long": "This may have {max_length} entries at most.",
    "too_short": "This needs {min_length} entries or more.",
    "literal_error": "This has to be {expected}.",
    "enum": "This has to be {expected}.",
    "dict_type": "This has to be an object.",
    "model_type": "This has to be an object.",
    "model_attributes_type": "This has to be a JSON object, sent as application/json.",
}


def in_words(error: Mapping[str, Any]) -> str:
    """What pydantic found, as a sentence. The value itself is not repeated."""
    sentence = _SENTENCES.get(error["type"], "This cannot be used here.")
    limits = {name: _plain(value) for name, value in error.get("ctx", {}).items()}
    try:
        return sentence.format_map(limits)
    except KeyError:
        return "This cannot be used here."


def _plain(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value
