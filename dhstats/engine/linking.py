"""Compiled functions linked into what Python calls, and only there optimised and made machine code.

Left to itself numba optimises every function together with all that it calls, makes machine code of that, and copies it
into the next caller, where both begin again. Here a function that only others call is kept as it was lowered. What
Python calls is linked with everything below it, optimised once and made machine code once.
"""

import functools
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numba
from llvmlite import ir
from llvmlite.binding import Linkage, parse_assembly
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary, RuntimeLinker
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, FunctionPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.ir import Assign, Global
from numba.core.typed_passes import NopythonTypeInference
from numba.core.types.misc import unliteral
from numba.core.untyped_passes import MakeFunctionToJitFunction

from dhstats.engine.borrowing import only_borrows

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}  # of every compiled function
CHECKED = OPTIONS | {"boundscheck": True}  # of code from outside


class PartLibrary(JITCodeLibrary):
    """A function that is part of others: lowered, with the libraries of all that it calls."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.environments: list[tuple[str, Any]] = []

    @property
    def codegen(self) -> Any:
        """Who gets the function's environment: this library keeps it until there is machine code to hand it to."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Keeps an environment, what an exception with values is made of."""
        self.environments.append((name, environment))

    def get_pointer_to_function(self, name: str) -> int:
        """No address: there is no machine code."""
        return 0

    def add_llvm_module(self, module: Any) -> None:
        """Takes a lowered function as it is."""
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Ends the lowering; whoever calls these functions may copy them, and drop what is left over."""
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.linkage = Linkage.linkonce_odr
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """What numba's own library links: this function with everything below it, as it asks for nothing else."""
        self._ensure_finalized()
        module = self._final_module.clone()
        for library in _below(self._linking_libraries):
            module.link_in(_own_module(library), True)
        return module


def _reached(libraries: Iterable[Any], called: Callable[[Any], Iterable[Any]]) -> list[Any]:
    """These libraries and all below them, each once; `called` says what lies directly below one."""
    reached: dict[Any, None] = {}
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in reached:
            reached[library] = None
            waiting += called(library)
    return list(reached)


def _below(libraries: Iterable[CPUCodeLibrary]) -> list[CPUCodeLibrary]:
    """These libraries and all that they call; of numba's own, which hold what they call, themselves alone."""
    return _reached(libraries, lambda each: each._linking_libraries if isinstance(each, PartLibrary) else ())


def _own_module(library: CPUCodeLibrary) -> Any:
    """A function as it was lowered, without what it calls; of numba's own libraries all that they hold."""
    if isinstance(library, PartLibrary):
        return library._final_module
    return library._get_module_for_linking()


class _Alone:
    """A library of which only the function itself is linked, as all others are at hand."""

    def __init__(self, library: CPUCodeLibrary) -> None:
        self._library = library
        self._reload_init = library._reload_init

    def _get_module_for_linking(self) -> Any:
        return _own_module(self._library)


class WholeLibrary(JITCodeLibrary):
    """A function that Python calls, with everything that it calls, directly or not."""

    def finalize(self) -> None:
        """Links everything, optimises it and makes it machine code."""
        reached = _below(self._linking_libraries)
        self._linking_libraries: list[Any] = [_Alone(library) for library in reached]
        super().finalize()
        # The parts that only numba's own libraries call included
        for library in _reached(reached, lambda each: getattr(each, "_linking_libraries", ())):
            for name, environment in library.environments if isinstance(library, PartLibrary) else ():
                self._codegen.set_env(name, environment)

    def _optimize_final_module(self) -> None:
        """Calls among functions that call each other, by addresses unknown when they were lowered, become direct ones.

        Numba fills such addresses in when the last of them is compiled, and not when machine code comes from the cache.
        Everything is optimised once: numba would do it twice, which takes a fifth longer and plays no faster.
        """
        names = [variable.name for variable in self._final_module.global_variables]
        for name in names:
            if name.startswith(RuntimeLinker.PREFIX):
                function = name.removeprefix(RuntimeLinker.PREFIX)
                # A module with nothing but a constant: the address of a function that is defined elsewhere
                module = ir.Module()
                constant = ir.GlobalVariable(module, ir.IntType(8).as_pointer(), name)
                called = ir.Function(module, ir.FunctionType(ir.VoidType(), ()), function)
                constant.initializer = called.bitcast(constant.value_type)
                constant.global_constant = True
                self._final_module.link_in(parse_assembly(str(module)))
                variable = self._final_module.get_global_variable(name)  # anew: linking has put another in its place
                variable.name = f"resolved{name}"
                variable.linkage = Linkage.internal
        passes, builder = self._codegen._module_pass_manager()
        with self._recorded_timings.record("Module passes", builder):
            passes.run(self._final_module, builder)


@register_pass(mutates_CFG=False, analysis_only=True)
class _OpenLibrary(AnalysisPass):
    """Gives a function its library before numba would, of the kind that its compiler says."""

    _name = "open_library"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """A part that only borrows arrays counts no holders; one with checks may raise what has to be given back."""
        kind = state.pipeline.kind
        if kind is PartLibrary and not state.flags.boundscheck and only_borrows(state):
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


@register_pass(mutates_CFG=False, analysis_only=False)
class _CheckInner(FunctionPass):
    """Checks the indices of inner functions where those of the outer are checked; numba would not."""

    _name = "check_inner"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Compiled functions in the code without checks are replaced by such with checks."""
        changed = False
        for block in state.func_ir.blocks.values() if state.flags.boundscheck else ():
            for statement in block.find_insts(Assign):
                called = statement.value.value if isinstance(statement.value, Global) else None
                if isinstance(called, Dispatcher) and not called.targetoptions.get("boundscheck"):
                    checked = numba.njit(**CHECKED)(called.py_func)
                    statement.value = Global(statement.value.name, checked, statement.loc)
                    changed = True
        return changed


class WholeCompiler(CompilerBase):
    """Compiles what Python calls."""

    kind: type[JITCodeLibrary] = WholeLibrary

    def define_pipelines(self) -> list[Any]:
        """The usual steps, and the choice of a library."""
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.add_pass_after(_OpenLibrary, NopythonTypeInference)
        steps.add_pass_after(_CheckInner, MakeFunctionToJitFunction)
        steps.finalize()
        return [steps]


class PartCompiler(WholeCompiler):
    """Compiles what only other functions call."""

    kind = PartLibrary


class Part:
    """A function that other compiled functions call: compiled for them when one of them is, and not for Python.

    Whatever constants it is called with, it is compiled once; optimising tells them apart. What lets Python call a
    function is left out, and only made, in a second compilation, for a part that Python does call, as tests do.
    """

    def __init__(
        self, function: Callable[..., Any], inline: bool, options: Mapping[str, Any] = types.MappingProxyType(OPTIONS)
    ) -> None:
        self.py_func = function
        self._options = options
        self._within = numba.njit(
            **options, forceinline=inline, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=PartCompiler
        )(function)
        self._within._compiler.fold_argument_types = self._wide
        self.targetoptions: dict[str, Any] = self._within.targetoptions
        functools.update_wrapper(self, function)

    @property
    def _numba_type_(self) -> Any:
        """What numba takes this for where compiled code names it."""
        return self._within._numba_type_

    def _wide(self, kinds: Any, named: Any) -> Any:
        """The signature and types of a call, constants as whole numbers: numba would compile anew for each of them."""
        signature, folded = type(self._within._compiler).fold_argument_types(self._within._compiler, kinds, named)
        return signature, tuple(map(unliteral, folded))

    @functools.cached_property
    def _alone(self) -> Callable[..., Any]:
        return numba.njit(**self._options, pipeline_class=WholeCompiler)(self.py_func)

    def __call__(self, *values: Any) -> Any:
        """The same from Python."""
        return self._alone(*values)
