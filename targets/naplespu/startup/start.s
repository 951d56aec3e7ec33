# The code with which every hardware thread starts.
#
# It does what the vendor's start-up code does, or means to do: each thread has a stack
# of its own, constructors run, threads wait until memory is ready, and argc and argv
# are read before any thread can end and overwrite them.
#
# With the symbol PROGRAM it is the start-up code of programs with the C library: they
# run on thread 0 alone, with a large stack, and end by `exit`.

        .section .text.vectors,"ax"
        jmpsr   isr0            # traps arrive here and have no return address

        .weak   isr0
        .type   isr0,@function
isr0:   movei   s0, 11
        movei   s1, 3           # status: trapped
        write_cr s1, s0
.Ltrapped:
        jmp     .Ltrapped
        .size   isr0, .-isr0

        .section .text.start,"ax"
        .globl  _start
        .type   _start,@function
.ifdef PROGRAM
        .globl  __circ_program          # by which circ-run knows a program
__circ_program:
.endif
_start: movei   s0, 11
        movei   s1, 5           # status: booting
        write_cr s1, s0
        movei   rm, 0xffff      # zero at reset: vectors would not be written

        # Stacks grow down from stacks_base + (tile * 8 + thread + 1) * 16 KiB.
        movei   s0, 0
        read_cr s50, s0         # tile
        movei   s0, 2
        read_cr s51, s0         # thread
        shli    s0, s50, 3
        add_i32 s0, s0, s51
.ifdef PROGRAM
        bnez    s51, .Lend
        lea     sp, __circ_stack_top    # the linker puts it above all data
.else
        addi    s0, s0, 1
        shli    s0, s0, 14
        lea     s1, stacks_base
        add_i32 sp, s0, s1
.endif
        move_i32 fp, sp
        movei   s0, 12
        read_cr s52, s0         # argc
        movei   s0, 13
        read_cr s53, s0         # argv
        bnez    s51, .Lready    # thread 0 gets memory ready, the others wait

        # The scratchpad section, in whole vectors, to scratchpad address 0.
        lea     s0, __scratchpad_data_start
        lea     s1, __scratchpad_data_end
        movei   s2, 0
        jmp     .Lcopied
.Lcopy: load_v16i32 v0, (s0)
        addi    s0, s0, 64
        store_v16i32_scratchpad v0, (s2)
        addi    s2, s2, 64
.Lcopied:
        cmpult_i32 s3, s0, s1
        bnez    s3, .Lcopy

        # Constructors of the program: once, by tile 0.
        bnez    s50, .Lready
        lea     s54, __init_array_start
        lea     s55, __init_array_end
        jmp     .Linitialised
.Linitialise:
        load32  s0, (s54)
        addi    s54, s54, 4
        lea     ra, .Linitialised
        beqz    s0, .Linitialised       # what pads a table
        jmp     s0              # a call through a register would return behind it
.Linitialised:
        cmpult_i32 s0, s54, s55
        bnez    s0, .Linitialise
        lea     s54, __ctors_start      # these run from the last to the first
        lea     s55, __ctors_end
        jmp     .Lconstructed
.Lconstruct:
        addi    s55, s55, -4
        load32  s0, (s55)
        lea     ra, .Lconstructed
        beqz    s0, .Lconstructed
        jmp     s0
.Lconstructed:
        cmpult_i32 s0, s54, s55
        bnez    s0, .Lconstruct

.Lready:
.ifndef PROGRAM
        # Barrier 31 of the tile, for the threads that are enabled; alone, none.
        movei   s0, 6
        read_cr s1, s0          # one bit a thread
        movei   s2, 0
.Lcount:
        andi    s3, s1, 1
        add_i32 s2, s2, s3
        shri    s1, s1, 1
        bnez    s1, .Lcount
        addi    s2, s2, -1
        beqz    s2, .Lrun
        shli    s0, s50, 5
        addi    s0, s0, 31
        barrier s0, s2
.endif

.Lrun:  movei   s0, 11
        movei   s1, 1           # status: running
        write_cr s1, s0
        move_i32 s0, s52
        move_i32 s1, s53
.ifdef PROGRAM
        shli    s2, s0, 2               # the environment: the null that ends argv
        add_i32 s2, s2, s1
        jmpsr   main
        jmpsr   exit
.else
        jmpsr   main
.endif

        # The result of thread 0 is that of the tile; each keeps its own in s0.
        movei   s1, 2
        read_cr s2, s1
        bnez    s2, .Lend
        movei   s1, 13
        write_cr s0, s1
.Lend:  moveih  s1, 0xffff
        moveil  s1, 0xffc0
        movei   s2, 0
        store32 s2, (s1)
        flush   s1              # the end of the kernel, as the host sees it
        movei   s1, 11
        movei   s2, 2           # status: end
        write_cr s2, s1
.Lstop: jmp     .Lstop
        .size   _start, .-_start
