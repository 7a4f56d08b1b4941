"""Arrays without reference counts, for loops that pass bundles of arrays from step to step.

Numba counts references whenever an array is passed on or taken out of a bundle, and does not find
all that cancel out. A count is an atomic addition: a dozen of them cost more than ranking a hand.
"""

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def borrowed(typingctx, values):
    """Return an array, or a bundle with arrays in it, that keeps nothing alive.

    The owner has to outlive it. A function's caller holds its arguments, so a function may borrow
    these, and nothing that it made itself.
    """

    def codegen(context, builder, signature, args):
        return _without_counts(context, builder, values, args[0])

    return values(values), codegen


def _without_counts(context, builder, kind, value):
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        array.parent = cgutils.get_null_value(array.parent.type)
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        items = zip(kind, cgutils.unpack_tuple(builder, value), strict=True)
        members = [_without_counts(context, builder, inner, item) for inner, item in items]
        return context.make_tuple(builder, kind, members)
    return value
