/*
 * Start-up code of a program that brings its own, with what such files use:
 * macros, names of numbers, words in the code, numbered labels, copies by vectors,
 * by words and by bytes, and sections that are left and entered again.
 */
        .file   "startup.s"
        .include "registers.inc"

WORD = 4
VECTOR = 16 * WORD              # bytes
.equ    LAST_LINE, 0xffffffc0
.set    CORES, 1; .set LINE_HIGH, hi(LAST_LINE)

        .macro  control name, register, temporary=s40
        movei   \temporary, CR_\name
        read_cr \register, \temporary
        .endm

        .macro  status value:req
        movei   s40, CR_STATUS ; movei s41, \value
        write_cr s41, s40
        .endm

        .macro  address register, symbol, more:vararg
        leah    \register, \symbol
        leal    \register, \symbol
        .ifnb   \more
        address \more
        .endif
        .endm

        // copy\@ moves all that is left in pieces of one size
        .macro  copy size, load, store, data
        movei   s42, \size
1:      sub_i32 s43, s11, s10
        cmplt_i32 s43, s43, s42
        bnez    s43, 2f
        \load   \data, (s10)
        \store  \data, (s12)
        addi    s10, s10, \size
        addi    s12, s12, \size
        jmp     1b
2:
        .endm

        .pushsection .text.vectors, "ax", @progbits
        jmpsr   trapped
        .popsection

        .section .text.start, "ax", @progbits
        .globl  _start
        .p2align 2
        .type   _start, @function
_start: status  BOOTING
        moveih  rm, 0
        moveil  rm, 0xffff              # last: the mask is the half written last
        control TILE, s20
        control THREAD, s21
        control ARGC, s30
        control ARGV, s31, temporary=s39

        address s1, stacks_base, s2, stacks_dim, s3, threads_per_core
        mull_i32 s4, s20, s3
        add_i32 s4, s4, s21
        addi    s4, s4, 1
        mull_i32 s4, s4, s2
        add_i32 sp, s1, s4
        move_i32 fp, sp
        bnez    s21, 3f

        .ifdef  CONSTRUCTORS
        address s50, bounds
        load32  s51, bounds_end - bounds - WORD(s50)
        load32  s50, (s50)
1:      cmpult_i32 s0, s50, s51
        beqz    s0, 2f
        load32  s0, (s50)
        addi    s50, s50, WORD
        address ra, 1b
        jmp     s0
        .else
        .error  "what runs the constructors?"
        .endif

2:      address s10, __scratchpad_data_start, s11, __scratchpad_data_end
        movei   s12, 0
        copy    VECTOR, load_v16i32, store_v16i32_scratchpad, v0
        copy    WORD, load32, store32_scratchpad, s44
        copy    1, load32_u8, store32_8_scratchpad, s44

3:      move_i32 s0, s30
        move_i32 s1, s31
        status  RUNNING
        jmpsr   main

        movei   s40, CR_ARGV
        write_cr s0, s40
        moveih  s1, LINE_HIGH
        moveil  s1, lo(LAST_LINE)
        store32 s0, (s1)
        flush   s1
        status  ENDED
        jmp     .                       # for ever
        .balign WORD
bounds: .long   __init_array_start, __init_array_end
bounds_end:
        .size   _start, . - _start

        .previous
        .text
trapped: status TRAPPED
99:     jmp     99b
        .if     (bounds_end - bounds) != 2 * WORD || CORES <> 1
        .err
        .endif
