// Operands and formats: how a 32-bit word is laid out (docs/reference/naplespu-isa.md,
// section 2).

//===-- Operands ------------------------------------------------------------------===//
//
// Encoder, decoder and print methods are in `methods.py`.

class ImmediateClass<string name, string range> : AsmOperandClass {
  let Name = name;
  let DiagnosticString = "must be in " # range;
}
class SignedImmediate<int width, string range> : Operand<i32> {
  let OperandType = "OPERAND_IMMEDIATE";
  let EncoderMethod = "encode_simm" # width;
  let DecoderMethod = "decode_simm" # width;
  let ParserMatchClass = ImmediateClass<"SImm" # width, range>;
}
def SIMM9OP  : SignedImmediate<9, "-256..255">;
def SIMM16OP : SignedImmediate<16, "-32768..65535">; // halves may be written unsigned

// Base register and signed offset: `offset(base)`.
class AddressClass<string name> : AsmOperandClass {
  let Name = name;
  let ParserMethod = "parse_address";
}
class Address<RegisterClass base, string name> : Operand<iPTR> {
  let OperandType = "OPERAND_MEMORY";
  let PrintMethod = "print_address";
  let MIOperandInfo = (ops base:$base, SIMM9OP:$offset);
  let ParserMatchClass = AddressClass<name>;
}
def MEMri    : Address<GPR32, "Address">;
def V16MEMri : Address<VR512W, "VectorAddress">;  // one address a lane
def LEAri    : Address<GPR32, "LocalAddress">;    // computed, not accessed

// A displacement in bytes from the instruction's own address, or a label.
def TargetClass : AsmOperandClass {
  let Name = "Target";
  let ParserMethod = "parse_target";
  let DiagnosticString = "must be in -131072..131071";
}
class BranchTarget : Operand<OtherVT> {
  let OperandType = "OPERAND_PCREL";
  let PrintMethod = "print_target";
  let EncoderMethod = "encode_target";
  let DecoderMethod = "decode_target";
  let ParserMatchClass = TargetClass;
}
def brtarget   : BranchTarget;
def calltarget : BranchTarget;

// A half of a symbol's address.
class AddressHalf<string which> : Operand<iPTR> {
  let OperandType = "OPERAND_IMMEDIATE";
  let PrintMethod = "print_" # which # "_half";
  let EncoderMethod = "encode_" # which # "_half";
  let DecoderMethod = "decode_simm16";
  let ParserMatchClass = ImmediateClass<"AddressHalf", "-32768..65535">;
}
def ABSh : AddressHalf<"high">;
def ABSl : AddressHalf<"low">;

def symref : Operand<iPTR> { // a whole address, which only a pseudo can take
  let PrintMethod = "print_target";
  let ParserMatchClass = TargetClass;
}

//===-- The base of all -----------------------------------------------------------===//

// The formats, as instructions carry them in TSFlags.
class Format<int number> {
  int Value = number;
}
def FormatR     : Format<0>;
def FormatI     : Format<1>;
def FormatMOVEI : Format<2>;
def FormatC     : Format<3>;
def FormatJR    : Format<4>;
def FormatJ     : Format<5>;
def FormatM     : Format<6>;
def FormatOther : Format<7>;

class InstNaplesPU<dag outs, dag ins, string asmstr, Format format, bits<6> opcode>
    : Instruction {
  field bits<32> Inst;
  let Namespace = "NaplesPU";
  let Size = 4;
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = asmstr;
  let mayLoad = false;
  let mayStore = false;
  let hasSideEffects = false;

  // Records that are forms of one operation, and the form (see InstrMappings.td).
  string BaseOpcode = "";
  string Registers = "";   // destination and first source, S or V each
  string LastSource = "";  // scalar, vector or immediate
  string Masking = "";     // unmasked or masked
  string Space = "";       // main or scratchpad
  string Relation = "";    // of a comparison that its operands' order matters to
  string Direction = "";   // less or greater

  bits<3> FormatValue = format.Value;
  bits<6> Opcode = opcode;
  bit Masked = false;      // bit 0 of the word
  bit LaneMasked = false;  // what it writes is masked, whatever that bit says
  let TSFlags{2-0} = FormatValue;
  let TSFlags{8-3} = Opcode;
  let TSFlags{9} = Masked;
  let TSFlags{10} = LaneMasked;
}

class Fmt<bit val> {
  bit Value = val;
}
def Fmt_S : Fmt<0>; // a scalar register
def Fmt_V : Fmt<1>; // a vector register

// What a masked record adds: the destination's old value and the lane mask.
class MaskedForm {
  string Constraints = "$dst = $oldvalue";
  list<Register> Uses = [MR_REG];
  bit Masked = true;
  string Masking = "masked";
}

//===-- R: register to register ---------------------------------------------------===//

class FR<dag outs, dag ins, string asmstr, bits<6> opcode,
         Fmt fmt2, Fmt fmt1, Fmt fmt0>
    : InstNaplesPU<outs, ins, asmstr, FormatR, opcode> {
  bits<6> dst;
  bits<6> src0;
  let Inst{31-30} = 0b00;
  let Inst{29-24} = opcode;
  let Inst{23-18} = dst;
  let Inst{17-12} = src0;
  let Inst{11-6} = 0;
  let Inst{5-4} = 0; // unused, and no 64-bit support
  let Inst{3} = fmt2.Value;
  let Inst{2} = fmt1.Value;
  let Inst{1} = fmt0.Value;
  let Inst{0} = Masked;
  let Itinerary = IIC_Integer;
  let LaneMasked = fmt2.Value;
}
class FR_OneOp<dag outs, dag ins, string asmstr, bits<6> opcode, Fmt fmt2, Fmt fmt1>
    : FR<outs, ins, asmstr, opcode, fmt2, fmt1, Fmt_S>;
class FR_TwoOp<dag outs, dag ins, string asmstr, bits<6> opcode,
               Fmt fmt2, Fmt fmt1, Fmt fmt0>
    : FR<outs, ins, asmstr, opcode, fmt2, fmt1, fmt0> {
  bits<6> src1;
  let Inst{11-6} = src1;
}

//===-- I: a signed 9-bit immediate as second source ------------------------------===//

class FI<dag outs, dag ins, string asmstr, bits<5> opcode, Fmt fmt1, Fmt fmt0>
    : InstNaplesPU<outs, ins, asmstr, FormatI, {0, opcode}> {
  bits<6> dst;
  bits<6> src;
  bits<9> imm;
  let Inst{31-29} = 0b010;
  let Inst{28-24} = opcode;
  let Inst{23-18} = dst;
  let Inst{17-12} = src;
  let Inst{11-3} = imm;
  let Inst{2} = fmt1.Value;
  let Inst{1} = fmt0.Value;
  let Inst{0} = Masked;
  let Itinerary = IIC_Integer;
  let LaneMasked = fmt1.Value;
}

//===-- MOVEI: 16 bits into a register --------------------------------------------===//

class FMOVEI<dag outs, dag ins, string asmstr, bits<3> opcode, Fmt fmt0>
    : InstNaplesPU<outs, ins, asmstr, FormatMOVEI, {0, 0, 0, opcode}> {
  bits<6> dst;
  bits<16> imm;
  let Inst{31-27} = 0b01100;
  let Inst{26-24} = opcode;
  let Inst{23-18} = dst;
  let Inst{17-2} = imm;
  let Inst{1} = fmt0.Value;
  let Inst{0} = Masked;
  let Itinerary = IIC_Integer;
  let LaneMasked = fmt0.Value;
}

//===-- C: control ----------------------------------------------------------------===//

class FC<dag outs, dag ins, string asmstr, bits<3> opcode>
    : InstNaplesPU<outs, ins, asmstr, FormatC, {0, 0, 0, opcode}> {
  bits<6> src0;
  let Inst{31-27} = 0b01101;
  let Inst{26-24} = opcode;
  let Inst{23-18} = src0;
  let Inst{17-0} = 0;
  let mayLoad = true;
  let mayStore = true;
  let hasSideEffects = true;
  let Itinerary = IIC_Control;
}
class FC_TwoOp<dag outs, dag ins, string asmstr, bits<3> opcode>
    : FC<outs, ins, asmstr, opcode> {
  bits<6> src1;
  let Inst{17-12} = src1;
}

//===-- JR and J: jumps to registers, conditional and direct ones -----------------===//

class FJR<dag outs, dag ins, string asmstr, bits<3> opcode>
    : InstNaplesPU<outs, ins, asmstr, FormatJR, {0, 0, 0, opcode}> {
  let Inst{31-27} = 0b01110;
  let Inst{26-24} = opcode;
  let Itinerary = IIC_Branch;
  let isBranch = true;
}
class FJ<dag outs, dag ins, string asmstr, bits<3> opcode>
    : InstNaplesPU<outs, ins, asmstr, FormatJ, {0, 0, 0, opcode}> {
  bits<24> addr; // of which hardware and relocations use 18
  let Inst{31-27} = 0b01111;
  let Inst{26-24} = opcode;
  let Inst{23-0} = addr;
  let Itinerary = IIC_Branch;
  let isBranch = true;
}

//===-- M: memory -----------------------------------------------------------------===//

class FM<dag outs, dag ins, string asmstr, bits<6> opcode, bit scratchpad>
    : InstNaplesPU<outs, ins, asmstr, FormatM, opcode> {
  bits<6> dstsrc;
  bits<6> base;
  bits<9> offset;
  let Inst{31-30} = 0b10;
  let Inst{29-24} = opcode;
  let Inst{23-18} = dstsrc;
  let Inst{17-12} = base;
  let Inst{11-3} = offset;
  let Inst{2} = 0; // no 64-bit support
  let Inst{1} = scratchpad;
  let Inst{0} = Masked;
  let Itinerary = !if(scratchpad, IIC_Scratchpad, IIC_Memory);
}

//===-- Instructions that stand for others ----------------------------------------===//

class Pseudo<dag outs, dag ins, string asmstr = "Pseudo">
    : InstNaplesPU<outs, ins, asmstr, FormatOther, 0> {
  let isPseudo = true;
  let isCodeGenOnly = true;
}
