; Add up the words from address r0 on, r1 of them, into r2.
  li r2, 0
next:
  bz r1, done
  ld r3, 0(r0)
  add r2, r2, r3
  addi r0, r0, 2
  addi r1, r1, -1
  li r3, 0
  bz r3, next
done:
  mov r0, r2
  ret
