"""Arrays lent to compiled functions without counting references.

Numba counts references to an array, atomically, wherever it is handed from function to function. In functions as
small as the steps of a game that takes up to half of the time, and threads that share a table wait for each other.

What is bet on, and what for: that Numba's `make_array` gives an array as a struct whose `meminfo` and `parent` are its
owners, and `get_null_value` a value that owns nothing. Without it random playouts of AXO take 1.9 times as long and
greedy ones too, those of Axio 1.2 times, random ones of Axio Rota 1.1 times; nothing else changes, and a test plays so.
On a GPU nobody counts references, and nothing here is compiled (see `target`).

Lend arguments only, never a local array: Numba frees that one after its last use, and to be lent is a use. A function
that makes an array hands it on to another one, which lends it: the caller holds it until the call is over.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba.extending import intrinsic, register_jitable

# Numba's inner parts: they have no types of their own, and another version may not have them. Then arrays are handed on
# as they are: the way out.
try:
    arrays: Any = import_module("numba.np.arrayobj")
    utils: Any = import_module("numba.core.cgutils")
except ImportError:
    arrays = utils = None


@intrinsic  # type: ignore[misc, untyped-decorator, unused-ignore]
def _borrowed(typing_context: Any, array: Any) -> Any:  # noqa: ANN401
    """In compiled code: the same array without an owner."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        view = arrays.make_array(signature.args[0])(context, builder, arguments[0])
        view.meminfo = utils.get_null_value(view.meminfo.type)
        view.parent = utils.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), generate


@register_jitable  # type: ignore[misc, untyped-decorator, unused-ignore]
def _handed_on(array: Any) -> Any:  # noqa: ANN401
    return array


is_known = hasattr(arrays, "make_array") and hasattr(utils, "get_null_value")
borrowed: Any = _borrowed if is_known else _handed_on
