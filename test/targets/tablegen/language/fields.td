// `field` fields may stay open; bit ranges by let.
class Encoding {
  field bits<16> Inst;
  bits<4> Rd;
  bits<4> Rs;
  bit Long = 0;
  let Inst{15-12} = 0b1010;
  let Inst{11...8} = Rd;
  let Inst{7-4} = Rs;
  let Inst{3} = Long;
  let Inst{2,0,1} = 0b011;
}
def OP : Encoding;
def OPL : Encoding { let Long = 1; let Rs = 3; }
def OPX : Encoding { let Rd{3} = 1; let Rd{0-1} = 0b10; }
def OPU : Encoding { let Long = ?; }
def part {
  bits<8> v = 0xA5;
  bits<4> high = v{7-4};
  bits<4> reversed = v{4-7};
  bits<3> picked = v{7,0,2};
  bit single = v{2};
  bits<4> of_literal = 0x3C{5-2};
}
