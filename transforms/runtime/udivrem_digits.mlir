// Quotient and remainder of unsigned numbers of any length (D. E. Knuth, The Art of
// Computer Programming, volume 2, 4.3.1, algorithm D).
//
// Numbers are digits of 16 bits, each in a word, the low one first: %u has %m of them and
// room for one more, %v and %q have %m. The quotient goes to %q, the remainder is left in
// %u; what is in %v is lost. By zero the quotient is all ones, and %u is the remainder.
func.func @__circ_udivrem_digits(%u: memref<2147483647xi32>, %v: memref<2147483647xi32>, %q: memref<2147483647xi32>, %m: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %sixteen = arith.constant 16 : i32
  %mask = arith.constant 65535 : i32
  %base = arith.constant 65536 : i32
  cf.br ^length(%m : i32)
// How many digits the divisor has.
^length(%n: i32):
  %some = arith.cmpi ne, %n, %zero : i32
  cf.cond_br %some, ^digit, ^ones(%zero : i32)
^digit:
  %k = arith.subi %n, %one : i32
  %k_index = arith.index_cast %k : i32 to index
  %top = memref.load %v[%k_index] : memref<2147483647xi32>
  %found = arith.cmpi ne, %top, %zero : i32
  cf.cond_br %found, ^found, ^length(%k : i32)
^ones(%o: i32):
  %o_index = arith.index_cast %o : i32 to index
  memref.store %mask, %q[%o_index] : memref<2147483647xi32>
  %o_next = arith.addi %o, %one : i32
  %o_more = arith.cmpi ult, %o_next, %m : i32
  cf.cond_br %o_more, ^ones(%o_next : i32), ^done
^done:
  func.return
^found:
  %single = arith.cmpi eq, %n, %one : i32
  cf.cond_br %single, ^short(%m, %zero : i32, i32), ^normalize
// By one digit.
^short(%a: i32, %above: i32):
  %a_last = arith.subi %a, %one : i32
  %a_index = arith.index_cast %a_last : i32 to index
  %a_digit = memref.load %u[%a_index] : memref<2147483647xi32>
  %a_high = arith.shli %above, %sixteen : i32
  %a_number = arith.ori %a_high, %a_digit : i32
  %a_quotient = arith.divui %a_number, %top : i32
  %a_product = arith.muli %a_quotient, %top : i32
  %a_rest = arith.subi %a_number, %a_product : i32
  memref.store %a_quotient, %q[%a_index] : memref<2147483647xi32>
  memref.store %zero, %u[%a_index] : memref<2147483647xi32>
  %a_more = arith.cmpi ne, %a_last, %zero : i32
  cf.cond_br %a_more, ^short(%a_last, %a_rest : i32, i32), ^short_end
^short_end:
  %first = arith.constant 0 : index
  memref.store %a_rest, %u[%first] : memref<2147483647xi32>
  func.return
// The divisor's highest bit goes to the top of its digit, the dividend along.
^normalize:
  %zeros = math.ctlz %top : i32
  %shift = arith.subi %zeros, %sixteen : i32
  cf.br ^shift_v(%zero, %zero : i32, i32)
^shift_v(%b: i32, %b_carry: i32):
  %b_index = arith.index_cast %b : i32 to index
  %b_digit = memref.load %v[%b_index] : memref<2147483647xi32>
  %b_moved = arith.shli %b_digit, %shift : i32
  %b_whole = arith.ori %b_moved, %b_carry : i32
  %b_low = arith.andi %b_whole, %mask : i32
  memref.store %b_low, %v[%b_index] : memref<2147483647xi32>
  %b_over = arith.shrui %b_whole, %sixteen : i32
  %b_next = arith.addi %b, %one : i32
  %b_more = arith.cmpi ult, %b_next, %n : i32
  cf.cond_br %b_more, ^shift_v(%b_next, %b_over : i32, i32), ^shift_u(%zero, %zero : i32, i32)
^shift_u(%c: i32, %c_carry: i32):
  %c_index = arith.index_cast %c : i32 to index
  %c_digit = memref.load %u[%c_index] : memref<2147483647xi32>
  %c_moved = arith.shli %c_digit, %shift : i32
  %c_whole = arith.ori %c_moved, %c_carry : i32
  %c_low = arith.andi %c_whole, %mask : i32
  memref.store %c_low, %u[%c_index] : memref<2147483647xi32>
  memref.store %zero, %q[%c_index] : memref<2147483647xi32>
  %c_over = arith.shrui %c_whole, %sixteen : i32
  %c_next = arith.addi %c, %one : i32
  %c_more = arith.cmpi ult, %c_next, %m : i32
  cf.cond_br %c_more, ^shift_u(%c_next, %c_over : i32, i32), ^start
^start:
  %m_index = arith.index_cast %m : i32 to index
  memref.store %c_over, %u[%m_index] : memref<2147483647xi32>
  %v_high = memref.load %v[%k_index] : memref<2147483647xi32>
  %k_second = arith.subi %n, %two : i32
  %second_index = arith.index_cast %k_second : i32 to index
  %v_second = memref.load %v[%second_index] : memref<2147483647xi32>
  %last = arith.subi %m, %n : i32
  cf.br ^next(%last : i32)
// A digit of the quotient, from the highest digits: it may be too large by two.
^next(%j: i32):
  %at = arith.addi %j, %n : i32
  %at_index = arith.index_cast %at : i32 to index
  %below = arith.subi %at, %one : i32
  %below_index = arith.index_cast %below : i32 to index
  %third = arith.subi %at, %two : i32
  %third_index = arith.index_cast %third : i32 to index
  %u0 = memref.load %u[%at_index] : memref<2147483647xi32>
  %u1 = memref.load %u[%below_index] : memref<2147483647xi32>
  %u2 = memref.load %u[%third_index] : memref<2147483647xi32>
  %u_high = arith.shli %u0, %sixteen : i32
  %number = arith.ori %u_high, %u1 : i32
  %guess = arith.divui %number, %v_high : i32
  %product = arith.muli %guess, %v_high : i32
  %rest = arith.subi %number, %product : i32
  cf.br ^adjust(%guess, %rest : i32, i32)
^adjust(%g: i32, %g_rest: i32):
  %too_large = arith.cmpi uge, %g, %base : i32
  %left = arith.muli %g, %v_second : i32
  %right_high = arith.shli %g_rest, %sixteen : i32
  %right = arith.ori %right_high, %u2 : i32
  %more_than = arith.cmpi ugt, %left, %right : i32
  %wrong = arith.ori %too_large, %more_than : i1
  cf.cond_br %wrong, ^less, ^product(%zero, %zero, %g : i32, i32, i32)
^less:
  %g_less = arith.subi %g, %one : i32
  %rest_more = arith.addi %g_rest, %v_high : i32
  %again = arith.cmpi ult, %rest_more, %base : i32
  cf.cond_br %again, ^adjust(%g_less, %rest_more : i32, i32), ^product(%zero, %zero, %g_less : i32, i32, i32)
// Its product with the divisor is taken from the dividend.
^product(%p: i32, %borrow: i32, %d: i32):
  %p_index = arith.index_cast %p : i32 to index
  %p_digit = memref.load %v[%p_index] : memref<2147483647xi32>
  %p_product = arith.muli %d, %p_digit : i32
  %p_low = arith.andi %p_product, %mask : i32
  %p_at = arith.addi %p, %j : i32
  %p_at_index = arith.index_cast %p_at : i32 to index
  %p_old = memref.load %u[%p_at_index] : memref<2147483647xi32>
  %p_less = arith.subi %p_old, %borrow : i32
  %p_new = arith.subi %p_less, %p_low : i32
  %p_kept = arith.andi %p_new, %mask : i32
  memref.store %p_kept, %u[%p_at_index] : memref<2147483647xi32>
  %p_high = arith.shrui %p_product, %sixteen : i32
  %p_under = arith.shrsi %p_new, %sixteen : i32
  %p_borrow = arith.subi %p_high, %p_under : i32
  %p_next = arith.addi %p, %one : i32
  %p_more = arith.cmpi ult, %p_next, %n : i32
  cf.cond_br %p_more, ^product(%p_next, %p_borrow, %d : i32, i32, i32), ^product_end
^product_end:
  %top_rest = arith.subi %u0, %p_borrow : i32
  %top_kept = arith.andi %top_rest, %mask : i32
  memref.store %top_kept, %u[%at_index] : memref<2147483647xi32>
  %j_index = arith.index_cast %j : i32 to index
  memref.store %d, %q[%j_index] : memref<2147483647xi32>
  %negative = arith.cmpi slt, %top_rest, %zero : i32
  cf.cond_br %negative, ^back(%zero, %zero : i32, i32), ^step
// It was too large by one: the divisor is added back.
^back(%s: i32, %s_carry: i32):
  %s_index = arith.index_cast %s : i32 to index
  %s_digit = memref.load %v[%s_index] : memref<2147483647xi32>
  %s_at = arith.addi %s, %j : i32
  %s_at_index = arith.index_cast %s_at : i32 to index
  %s_old = memref.load %u[%s_at_index] : memref<2147483647xi32>
  %s_sum = arith.addi %s_old, %s_digit : i32
  %s_new = arith.addi %s_sum, %s_carry : i32
  %s_kept = arith.andi %s_new, %mask : i32
  memref.store %s_kept, %u[%s_at_index] : memref<2147483647xi32>
  %s_over = arith.shrui %s_new, %sixteen : i32
  %s_next = arith.addi %s, %one : i32
  %s_more = arith.cmpi ult, %s_next, %n : i32
  cf.cond_br %s_more, ^back(%s_next, %s_over : i32, i32), ^back_end
^back_end:
  %back_top = arith.addi %top_kept, %s_over : i32
  %back_kept = arith.andi %back_top, %mask : i32
  memref.store %back_kept, %u[%at_index] : memref<2147483647xi32>
  %d_less = arith.subi %d, %one : i32
  memref.store %d_less, %q[%j_index] : memref<2147483647xi32>
  cf.br ^step
^step:
  %j_more = arith.cmpi ne, %j, %zero : i32
  %j_next = arith.subi %j, %one : i32
  cf.cond_br %j_more, ^next(%j_next : i32), ^unshift(%zero : i32)
^unshift(%w: i32):
  %w_next = arith.addi %w, %one : i32
  %w_index = arith.index_cast %w : i32 to index
  %w_next_index = arith.index_cast %w_next : i32 to index
  %w_low = memref.load %u[%w_index] : memref<2147483647xi32>
  %w_digit = memref.load %u[%w_next_index] : memref<2147483647xi32>
  %w_high = arith.shli %w_digit, %sixteen : i32
  %w_both = arith.ori %w_high, %w_low : i32
  %w_moved = arith.shrui %w_both, %shift : i32
  %w_kept = arith.andi %w_moved, %mask : i32
  memref.store %w_kept, %u[%w_index] : memref<2147483647xi32>
  %w_more = arith.cmpi ult, %w_next, %n : i32
  cf.cond_br %w_more, ^unshift(%w_next : i32), ^done
}
