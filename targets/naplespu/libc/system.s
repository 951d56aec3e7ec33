# The system interface: docs/naplespu.md, "The system interface of programs".
#
# A request is in the control registers for debugging, which the host reads and writes.
# The number comes last; the host sets that register to 0 when the result is there.

        .equ    REQUEST, 20             # control registers
        .equ    FIRST, 21
        .equ    SECOND, 22
        .equ    THIRD, 23
        .equ    RESULT, 24

        .equ    MARK, 0x0c1c            # the upper half of a request's number
        .equ    WRITE, 1
        .equ    READ, 2
        .equ    BREAK, 3

        .text
        .globl  circ_write
        .type   circ_write,@function
circ_write:
        movei   s3, WRITE
        jmp     .Lbuffer
        .size   circ_write, .-circ_write

        .globl  circ_read
        .type   circ_read,@function
circ_read:
        movei   s3, READ

        # The host sees memory, not the cache: at most 1 MiB at s1 is written back.
.Lbuffer:
        shri    s4, s2, 20
        beqz    s4, .Lbounded
        movei   s2, 1
        shli    s2, s2, 20
.Lbounded:
        beqz    s2, .Lrequest
        andi    s4, s1, -64
        add_i32 s5, s1, s2
.Lflush:
        flush   s4
        addi    s4, s4, 64
        cmpult_i32 s6, s4, s5
        bnez    s6, .Lflush

.Lrequest:
        movei   s4, FIRST
        write_cr s0, s4
        movei   s4, SECOND
        write_cr s1, s4
        movei   s4, THIRD
        write_cr s2, s4
        moveih  s3, MARK
        movei   s4, REQUEST
        write_cr s3, s4
.Lwait: read_cr s5, s4
        bnez    s5, .Lwait
        movei   s4, RESULT
        read_cr s0, s4
        jret
        .size   circ_read, .-circ_read

        .globl  circ_brk
        .type   circ_brk,@function
circ_brk:
        movei   s3, BREAK
        jmp     .Lrequest
        .size   circ_brk, .-circ_brk

        # The status is the result of the core, and the line ends the kernel.
        .globl  circ_exit
        .type   circ_exit,@function
circ_exit:
        movei   s1, 13
        write_cr s0, s1
        moveih  s1, 0xffff
        moveil  s1, 0xffc0
        movei   s2, 0
        store32 s2, (s1)
        flush   s1
        movei   s1, 11
        movei   s2, 2                   # status: end
        write_cr s2, s1
.Lstop: jmp     .Lstop
        .size   circ_exit, .-circ_exit

        # Cycles; the simulator counts instructions.
        .globl  circ_clock
        .type   circ_clock,@function
circ_clock:
        movei   s2, 4
        movei   s3, 5
.Lagain:
        read_cr s1, s3
        read_cr s0, s2
        read_cr s4, s3
        xor_i32 s4, s4, s1              # the high word has changed in between
        bnez    s4, .Lagain
        jret
        .size   circ_clock, .-circ_clock
