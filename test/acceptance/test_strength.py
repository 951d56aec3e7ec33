"""
Programs of one optimisation each, and the form that a good optimiser brings them to.

`NAME.mlir` is the program, `NAME.ideal.mlir` that form, args.json the arguments:
integers, or arrays of 0, 1, … (A: i32, F: f32, L: i64) with their lengths. The numbers
are dynamic instructions of NaplesPU at `opt=2`.
"""

from pathlib import Path

import numpy as np
import pytest
from strength_programs import ARGUMENTS, DATA, arguments_of

import circ

INSTRUCTIONS: dict[str, tuple[int, int | None]] = {
    "01_reload": (3, 3),
    "02_reload_across_store_other_index": (5, 5),
    "03_reload_across_store_global": (8, 8),
    "04_store_to_load_fwd": (4, 4),
    "05_dead_store": (2, 2),
    "06_scalar_alloca_accum_mem2reg": (540, 540),
    "07_unused_alloca_array": (1, 1),
    "08_cse_across_branches": (9, 9),
    "09_licm_mul": (360, 360),
    "10_licm_div_var_trip": (369, 369),
    "11_licm_load_invariant_nostore": (511, 511),
    "12_licm_load_store_other_global": (233, 233),
    "13_const_branch": (1, 1),
    "14_sccp_loop_phi": (510, 510),
    "15_iv_strength_reduce": (718, 1111),
    "15b_iv_pointer_increment": (1061, None),
    "16_inline": (710, 710),
    "16b_unused_pure_call": (1, 1),
    "17_unroll_partial": (540, 564),
    "17b_unroll_full_8": (16, 16),
    "18_if_conversion": (762, 762),
    "19_reassoc": (3, 3),
    "20_range_check": (540, 540),
    "20b_mask_range_check": (2, 2),
    "21_tail_recursion": (8, 8),
    "22_dominated_condition": (5, 5),
    "23_dead_loop": (2, 2),
    "24_closed_form": (5, 5),
    "25_unswitch": (760, 760),
    "26_knownbits": (2, 2),
    "27_pre": (15, 15),
    "28_congruent_ivs": (510, 510),
    "29_jump_thread": (6, 6),
    "30_const_global_fold": (2, 2),
}
"""What the program needs, and what its ideal form needs."""


def run(name: str, form: str, opt: int) -> circ.Result:
    program = DATA / f"{name}{form}.mlir"
    return circ.run(program, *arguments_of(name), entry="f", opt=opt)


def same(one: circ.Result, other: circ.Result) -> bool:
    """Are results and what was left in the arrays equal?"""
    return one.results == other.results and all(
        np.array_equal(array, other.arrays[position])
        for position, array in one.arrays.items()
    )


def check_count(name: str, form: str, found: int, noted: int):
    """The table is true: what needs fewer instructions has to be noted too."""
    path = Path(__file__).name
    if found > noted:
        pytest.fail(f"{name}{form}: {found} instructions, {noted} at most")
    if found < noted:
        pytest.fail(f"{name}{form}: put {found} for {noted} into {path}")


@pytest.mark.parametrize("name", INSTRUCTIONS)
@pytest.mark.every(6, first=1)
def test_program(name: str):
    needed, ideal_needed = INSTRUCTIONS[name]
    plain = run(name, "", opt=0)
    for opt in (1, 3):
        assert same(run(name, "", opt), plain), opt
    optimized = run(name, "", opt=2)
    assert same(optimized, plain)
    check_count(name, "", optimized.counters["instructions"], needed)
    if ideal_needed is None:
        assert not (DATA / f"{name}.ideal.mlir").exists()
        return
    ideal = run(name, ".ideal", opt=2)
    assert same(ideal, plain)
    check_count(name, ".ideal", ideal.counters["instructions"], ideal_needed)


def test_all_programs_are_listed():
    assert sorted(INSTRUCTIONS) == sorted(ARGUMENTS)
