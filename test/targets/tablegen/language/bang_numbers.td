def i {
  int add = !add(1, 2, 3);
  int sub = !sub(1, 5);
  int mul = !mul(3, 4, 5);
  int div = !div(-7, 2);
  int and = !and(0xFF, 0x3C, 0x18);
  int or = !or(1, 2, 8);
  int xor = !xor(0xF0, 0xFF);
  int not = !not(5);
  int not0 = !not(0);
  int shl = !shl(1, 5);
  int sra = !sra(-16, 2);
  int srl = !srl(-16, 60);
  int log = !logtwo(1000);
  int wrap = !add(0x7FFFFFFFFFFFFFFF, 1);
  int of_bits = !add(0b101, 1);
  bit lt = !lt(-1, 1);
  bit le = !le(2, 2);
  bit gt = !gt(1, 2);
  bit ge = !ge(1, 2);
  bit eq = !eq(3, 3);
  bit ne = !ne(3, 3);
  bit seq = !eq("a", "a");
  bit slt = !lt("a", "b");
  bit sge = !ge("B", "a");
  bit beq = !eq(0b11, 3);
}
