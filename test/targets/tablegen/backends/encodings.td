// Fields of all kinds: split, shifted, repeated, partly fixed, of operands in parts.
include "circ/Target.td"

class R<string n, int number> : Register<n> {
  let Namespace = "Toy";
  let HWEncoding = number;
}
def R0 : R<"r0", 4>;
def R1 : R<"r1", 5>;
def R2 : R<"r2", 6>;
def R10 : R<"r10", 1>;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1, R2, R10)>;
def LOW : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
def RO : RegisterOperand<GPR> { let EncoderMethod = "encodeRO"; }
def simm8 : Operand<i32> { let EncoderMethod = "encodeSImm8"; }
def mem : Operand<i32> {
  let MIOperandInfo = (ops GPR:$base, i32imm:$offset);
}
def whole : Operand<i32> {
  let MIOperandInfo = (ops GPR:$base, i32imm:$offset);
  let EncoderMethod = "encodeWhole";
  let DecoderMethod = "decodeWhole";
}

def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }

class I<dag outs, dag ins, bits<4> op> : Instruction {
  let Namespace = "Toy";
  let Size = 2;
  field bits<16> Inst;
  let Inst{15-12} = op;
  let OutOperandList = outs;
  let InOperandList = ins;
}

def PLAIN : I<(outs GPR:$rd), (ins GPR:$rs, i32imm:$imm), 1> {
  bits<3> rd;
  bits<3> rs;
  bits<6> imm;
  let Inst{11-9} = rd;
  let Inst{8-6} = rs;
  let Inst{5-0} = imm;
}
def SPLIT : I<(outs GPR:$rd), (ins i32imm:$imm), 2> {
  bits<3> rd;
  bits<9> imm;
  let Inst{11-9} = rd;
  let Inst{8-6} = imm{4-2};
  let Inst{5-2} = imm{8-5};
  let Inst{1} = imm{0};
  let Inst{0} = imm{1};
}
def SHIFTED : I<(outs), (ins simm8:$imm), 3> {
  bits<10> imm;
  let Inst{11-4} = imm{9-2};
  let Inst{3-0} = ?;
}
def REPEATED : I<(outs RO:$rd), (ins), 4> {
  bits<6> rd;
  let Inst{11-6} = rd;
  let Inst{5-0} = rd;
}
def PARTLY : I<(outs), (ins i32imm:$imm), 5> {
  bits<12> imm;
  let imm{0} = 1;
  let imm{11} = 0;
  let Inst{11-0} = imm;
}
def NAMED : I<(outs GPR:$rd), (ins (mem $base, $offset):$addr), 6> {
  bits<3> rd;
  bits<3> base;
  bits<6> offset;
  let Inst{11-9} = rd;
  let Inst{8-6} = base;
  let Inst{5-0} = offset;
}
def WHOLE : I<(outs), (ins whole:$addr, GPR:$rs), 7> {
  bits<9> addr;
  bits<3> rs;
  let Inst{11-3} = addr;
  let Inst{2-0} = rs;
}
let Constraints = "$rd = $rt" in
def TIED : I<(outs GPR:$rd), (ins GPR:$rt, i32imm:$imm), 8> {
  bits<3> rt;
  bits<9> imm;
  let Inst{11-9} = rt;
  let Inst{8-0} = imm;
}
def BIT : I<(outs), (ins i32imm:$s, i32imm:$t), 9> {
  bit s;
  bits<1> t;
  let Inst{11} = s;
  let Inst{10} = t;
  let Inst{9-0} = 0x155;
}
let PostEncoderMethod = "fixUp" in
def POST : I<(outs), (ins i32imm:$imm), 10> {
  bits<8> imm;
  let Inst{11-8} = ?;
  let Inst{7-0} = imm;
}
let DisableEncoding = "$hidden" in
def HIDDEN : I<(outs), (ins i32imm:$hidden, i32imm:$imm), 11> {
  bits<12> imm;
  let Inst{11-0} = imm;
}
def BARE : I<(outs), (ins), 12> { let Inst{11-0} = 0xabc; }
let isPseudo = true in
def NOTHING : I<(outs), (ins i32imm:$imm), 13>;
let isCodeGenOnly = true in
def SELECTED : I<(outs), (ins LOW:$rd), 14> {
  bits<3> rd;
  let Inst{11-0} = 0;
  let Inst{6-4} = rd;
}
