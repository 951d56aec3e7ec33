// Toy: a 16-bit machine with eight registers, described in an afternoon.

include "circ/Target.td"

//===-- Registers -----------------------------------------------------------------===//

class ToyReg<string name, int number, list<string> others = []>
    : Register<name, others>, DwarfRegNum<[number]> {
  let Namespace = "Toy";
  let HWEncoding = number;
}
foreach i = 0...5 in
  def R#i : ToyReg<"r"#i, i>;
def SP : ToyReg<"sp", 6>;
def RA : ToyReg<"ra", 7>;

def GPR : RegisterClass<"Toy", [i16], 16, (add (sequence "R%u", 0, 5), SP, RA)>;

def CC_Toy : CallingConv<[
  CCIfType<[i8], CCPromoteToType<i16>>,
  CCIfType<[i16], CCAssignToReg<[R0, R1, R2]>>,
  CCIfType<[i16], CCAssignToStack<2, 2>>
]>;
def CSR_Toy : CalleeSavedRegs<(add R4, R5, RA)>;

//===-- Operands ------------------------------------------------------------------===//

// A number that the word holds in two's complement.
class Signed<int width> : Operand<i16> {
  let OperandType = "OPERAND_IMMEDIATE";
  let DecoderMethod = "decode_signed" # width;
  let ParserMatchClass = !cast<AsmOperandClass>("Signed" # width # "Class");
}
def Signed6Class : AsmOperandClass {
  let Name = "Signed6";
  let DiagnosticString = "must be in -32..31";
}
def Signed9Class : AsmOperandClass {
  let Name = "Signed9";
  let DiagnosticString = "must be in -256..255";
}
def simm6 : Signed<6>;
def simm9 : Signed<9>; // also distances, in words from the next instruction

//===-- Formats -------------------------------------------------------------------===//

class ToyInst<dag outs, dag ins, string asmstr, bits<4> opcode> : Instruction {
  field bits<16> Inst;
  let Namespace = "Toy";
  let Size = 2;
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = asmstr;
  let mayLoad = false;
  let mayStore = false;
  let hasSideEffects = false;
  let Inst{15-12} = opcode;

  string BaseOpcode = "";   // what it computes, …
  string Last = "register"; // … and of what kind its last operand is
}

// opcode 0: three registers, and three bits that say what to do with them.
class ThreeRegisters<string mnemonic, bits<3> function>
    : ToyInst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), mnemonic # " $rd, $rs, $rt", 0> {
  bits<3> rd;
  bits<3> rs;
  bits<3> rt;
  let Inst{11-9} = rd;
  let Inst{8-6} = rs;
  let Inst{5-3} = rt;
  let Inst{2-0} = function;
}

// Two registers and six bits.
class TwoRegisters<dag outs, dag ins, string asmstr, bits<4> opcode>
    : ToyInst<outs, ins, asmstr, opcode> {
  bits<3> rd;
  bits<3> rs;
  bits<6> imm;
  let Inst{11-9} = rd;
  let Inst{8-6} = rs;
  let Inst{5-0} = imm;
}

// One register and nine bits.
class OneRegister<dag outs, dag ins, string asmstr, bits<4> opcode>
    : ToyInst<outs, ins, asmstr, opcode> {
  bits<3> rd;
  bits<9> imm;
  let Inst{11-9} = rd;
  let Inst{8-0} = imm;
}

//===-- Instructions --------------------------------------------------------------===//

multiclass Arithmetic<string mnemonic, bits<3> function, bits<4> opcode> {
  let BaseOpcode = mnemonic in {
    def rr : ThreeRegisters<mnemonic, function>;
    let Last = "immediate" in
    def ri : TwoRegisters<(outs GPR:$rd), (ins GPR:$rs, simm6:$imm),
                          mnemonic # "i $rd, $rs, $imm", opcode>;
  }
}
defm ADD : Arithmetic<"add", 0, 1>;
defm AND : Arithmetic<"and", 1, 2>;
defm SHL : Arithmetic<"shl", 2, 3>;
def SUBrr : ThreeRegisters<"sub", 3>;

def LI : OneRegister<(outs GPR:$rd), (ins simm9:$imm), "li $rd, $imm", 4>;

let mayLoad = true in
def LD : TwoRegisters<(outs GPR:$rd), (ins GPR:$rs, simm6:$imm),
                      "ld $rd, $imm($rs)", 5>;
let mayStore = true in
def ST : TwoRegisters<(outs), (ins GPR:$rd, GPR:$rs, simm6:$imm),
                      "st $rd, $imm($rs)", 6>;

let isBranch = true, isTerminator = true in
def BZ : OneRegister<(outs), (ins GPR:$rd, simm9:$imm), "bz $rd, $imm", 7>;

let isReturn = true, isTerminator = true, isBarrier = true in
def RET : ToyInst<(outs), (ins), "ret", 8> {
  let Inst{11-0} = 0;
}

def : InstAlias<"mov $rd, $rs", (ADDri GPR:$rd, GPR:$rs, 0)>;

// From a register as last operand to an immediate.
def getImmediateForm : InstrMapping {
  let FilterClass = "ToyInst";
  let RowFields = ["BaseOpcode"];
  let ColFields = ["Last"];
  let KeyCol = ["register"];
  let ValueCols = [["immediate"]];
}

//===-- The machine ---------------------------------------------------------------===//

def FeatureShift : SubtargetFeature<"shift", "HasShift", "true", "Shifts by any amount">;

def : Processor<"toy1", NoItineraries, []>;
def : Processor<"toy2", NoItineraries, [FeatureShift]>;

def ToyInstrInfo : InstrInfo {
  let guessInstructionProperties = false;
}
def ToyAsmParserVariant : AsmParserVariant {
  let TokenizingCharacters = "()";
}
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
  let AssemblyParserVariants = [ToyAsmParserVariant];
}
