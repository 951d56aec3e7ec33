// Encodings that overlap, in 16-bit words of which tests try all.
include "circ/Target.td"

class R<string n, int number> : Register<n> {
  let Namespace = "Toy";
  let HWEncoding = number;
}
foreach i = 0...5 in
  def R#i : R<"r"#i, !add(i, 2)>;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1, R2, R3, R4, R5)>;
def LOW : RegisterClass<"Toy", [i32], 32, (add R0, R1)> {
  let DecoderMethod = "decodeLow";
}
def RO : RegisterOperand<LOW>;
def even : Operand<i32> {
  let DecoderMethod = "decodeEven";
  let hasCompleteDecoder = false;
}
def odd : Operand<i32> { let DecoderMethod = "decodeOdd"; }
def mem : Operand<i32> { let MIOperandInfo = (ops GPR:$base, i32imm:$offset); }
def whole : Operand<i32> {
  let MIOperandInfo = (ops GPR:$base, i32imm:$offset);
  let DecoderMethod = "decodeWhole";
}

def FeatureX : SubtargetFeature<"x", "HasX", "true", "X">;
def FeatureY : SubtargetFeature<"y", "HasY", "true", "Y">;
def HasX : Predicate<"">, AssemblerPredicate<(all_of FeatureX)>;
def HasXNotY : Predicate<"">, AssemblerPredicate<(all_of FeatureX, (not FeatureY))>;
def HasXOrY : Predicate<"">, AssemblerPredicate<(any_of FeatureX, FeatureY)>;
def NotForAssembler : Predicate<"false">;

def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }

class I<dag outs, dag ins> : Instruction {
  let Namespace = "Toy";
  let Size = 2;
  field bits<16> Inst;
  let OutOperandList = outs;
  let InOperandList = ins;
}

// A general form and special ones in it.
class Alu<bits<4> op> : I<(outs GPR:$rd), (ins GPR:$rs, i32imm:$imm)> {
  bits<3> rd;
  bits<3> rs;
  bits<6> imm;
  let Inst{15-12} = op;
  let Inst{11-9} = rd;
  let Inst{8-6} = rs;
  let Inst{5-0} = imm;
}
foreach op = [1, 2, 3] in
  def ALU#op : Alu<op>;
def CLEAR : I<(outs GPR:$rd), (ins)> {
  bits<3> rd;
  let Inst{15-12} = 1;
  let Inst{11-9} = rd;
  let Inst{8-0} = 0;
}
def NOP : I<(outs), (ins)> { let Inst = 0x1400; }
def TRAP : I<(outs), (ins i32imm:$number)> {
  bits<6> number;
  let Inst{15-6} = 0b0001010101;
  let Inst{5-0} = number;
}

// Neither is part of the other.
def LEFT : I<(outs), (ins i32imm:$imm)> {
  bits<6> imm;
  let Inst{15-9} = 0b0100111;
  let Inst{8-6} = ?;
  let Inst{5-0} = imm;
}
def RIGHT : I<(outs), (ins i32imm:$imm)> {
  bits<3> imm;
  let Inst{15-12} = 0b0100;
  let Inst{11-9} = imm;
  let Inst{8-3} = 0b101010;
  let Inst{2-0} = ?;
}
def MIDDLE : I<(outs), (ins)> {
  let Inst{15-12} = 0b0100;
  let Inst{11-10} = ?;
  let Inst{9} = 1;
  let Inst{8-7} = ?;
  let Inst{6-1} = 0b000111;
  let Inst{0} = ?;
}

// Features; the same word means another thing without them.
let Predicates = [HasX] in
def WITHX : I<(outs), (ins)> { let Inst = 0x5001; }
def WITHOUT : I<(outs), (ins i32imm:$imm)> {
  bits<12> imm;
  let Inst{15-12} = 5;
  let Inst{11-0} = imm;
}
let Predicates = [HasXNotY, NotForAssembler] in
def XNOTY : I<(outs), (ins)> { let Inst = 0x6001; }
let Predicates = [HasXOrY, HasX] in
def XANDXY : I<(outs), (ins)> { let Inst = 0x6002; }

// Decoders that refuse: one lets others try, one does not.
def EVEN : I<(outs), (ins even:$imm)> {
  bits<4> imm;
  let Inst{15-4} = 0x700;
  let Inst{3-0} = imm;
}
def ODD : I<(outs), (ins odd:$imm)> {
  bits<8> imm;
  let Inst{15-8} = 0x70;
  let Inst{7-0} = imm;
}
def ANY : I<(outs), (ins i32imm:$imm)> {
  bits<12> imm;
  let Inst{15-12} = 0x7;
  let Inst{11-0} = imm;
}
let DecoderMethod = "decodeAll", hasCompleteDecoder = false in
def ALL : I<(outs), (ins i32imm:$imm)> {
  bits<4> imm;
  let Inst{15-4} = 0x7ff;
  let Inst{3-0} = imm;
}

// Bits that should be so.
def SOFT : I<(outs), (ins i32imm:$imm)> {
  field bits<16> SoftFail = 0;
  bits<4> imm;
  let Inst{15-8} = 0x80;
  let Inst{7-4} = 0b1010;
  let Inst{3-0} = imm;
  let SoftFail{7-5} = 0b111;
}

// Operands.
def TIED : I<(outs GPR:$rd), (ins GPR:$rt, RO:$ro)> {
  let Constraints = "$rd = $rt";
  bits<3> rt;
  bits<3> ro;
  let Inst{15-12} = 0x9;
  let Inst{11-9} = rt;
  let Inst{8-6} = ro;
  let Inst{5-0} = 0;
}
def NAMED : I<(outs), (ins (mem $base, $offset):$addr)> {
  bits<3> base;
  bits<9> offset;
  let Inst{15-12} = 0xa;
  let Inst{11-3} = offset;
  let Inst{2-0} = base;
}
def WHOLE : I<(outs), (ins whole:$addr, GPR:$rs)> {
  bits<9> addr;
  bits<3> rs;
  let Inst{15-12} = 0xb;
  let Inst{11-3} = addr;
  let Inst{2-0} = rs;
}
def SPLIT : I<(outs), (ins i32imm:$imm)> {
  bits<10> imm;
  let imm{9} = 1;
  let imm{0} = 0;
  let Inst{15-12} = 0xc;
  let Inst{11-9} = imm{3-1};
  let Inst{8-4} = imm{8-4};
  let Inst{3-0} = ?;
}

// Not decoded: without bits, for the assembler or the selector alone, of another size.
def OPEN : I<(outs), (ins)>;
let isAsmParserOnly = true in
def WRITTEN : I<(outs), (ins)> { let Inst = 0xd000; }
let isCodeGenOnly = true in
def SELECTED : I<(outs), (ins)> { let Inst = 0xd001; }
let isPseudo = true in
def PSEUDO : I<(outs), (ins)> { let Inst = 0xd002; }
def SIZELESS : I<(outs), (ins)> {
  let Inst = 0xd003;
  let Size = 0;
}
let DecoderNamespace = "Other" in {
  def OTHER : I<(outs), (ins)> { let Inst = 0x1400; }
  def SHORT : I<(outs), (ins)> {
    let Inst = 0x5a;
    let Size = 1;
  }
}
