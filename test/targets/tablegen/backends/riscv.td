// A part of RV32C: scattered immediates, words of two sizes, registers of a sub-class
// that a field of three bits names, and methods whose names are not those of Python.
include "circ/Target.td"
include "circ/Gen.td"

class XRegister<int number, string name> : Register<name> {
  let Namespace = "RV";
  let HWEncoding = number;
  let isConstant = !eq(number, 0);
}
defvar names = ["zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0",
  "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8",
  "s9", "s10", "s11", "t3", "t4", "t5", "t6"];
foreach i = 0...31 in def X#i : XRegister<i, names[i]>;
def GPR : RegisterClass<"RV", [i32], 32, (sequence "X%u", 0, 31)>;
def GPRNoX0 : RegisterClass<"RV", [i32], 32, (sub GPR, X0)>;
def GPRC : RegisterClass<"RV", [i32], 32, (sequence "X%u", 8, 15)>;
def CSR : CalleeSavedRegs<(add X1, X8, X9, (sequence "X%u", 18, 27))>;
def CC : CallingConv<[CCIfType<[i32], CCAssignToReg<[X10, X11]>>]>;

class ImmediateClass<string name, string method> : AsmOperandClass {
  let Name = name;
  let PredicateMethod = "is" # method;
  let RenderMethod = "addImm";
}
class Signed<int width, int scale = 1> : Operand<i32> {
  defvar method = "SImm<" # width # ", " # scale # ">";
  let DecoderMethod = "decode" # method;
  let ParserMatchClass = ImmediateClass<"S" # width # "_" # scale, method>;
}
class Unsigned<int width, int scale = 1> : Operand<i32> {
  let ParserMatchClass =
      ImmediateClass<"U" # width # "_" # scale, "UImm<" # width # ", " # scale # ">">;
}
def simm6 : Signed<6>;
def simm9 : Signed<9, 2>;
def simm10 : Signed<10, 16>;
def simm12 : Signed<12>, ImmLeaf<i32, [{ -2048 <= imm < 2048 }]>;
def jump12 : Signed<12, 2>;
def simm13 : Signed<13, 2>;
def simm21 : Signed<21, 2>;
def uimm5 : Unsigned<5>;
def uimm7 : Unsigned<7, 4>;
def uimm8 : Unsigned<8, 4>;
def uimm10 : Unsigned<10, 4>;
def uimm20 : Unsigned<20>;

class RV<dag outs, dag ins, string mnemonic, string operands> : Instruction {
  let Namespace = "RV";
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = mnemonic # !if(!empty(operands), "", "\t" # operands);
  let mayLoad = 0;
  let mayStore = 0;
  let hasSideEffects = 0;
}

class Word<bits<7> opcode, dag outs, dag ins, string mnemonic, string operands>
    : RV<outs, ins, mnemonic, operands> {
  field bits<32> Inst;
  let Size = 4;
  let Inst{6-0} = opcode;
}
class R<bits<7> function, string mnemonic, SDPatternOperator node>
    : Word<0b0110011, (outs GPR:$rd), (ins GPR:$rs1, GPR:$rs2), mnemonic,
           "$rd, $rs1, $rs2"> {
  bits<5> rd; bits<5> rs1; bits<5> rs2;
  let Inst{31-25} = function;
  let Inst{24-20} = rs2;
  let Inst{19-15} = rs1;
  let Inst{14-12} = 0;
  let Inst{11-7} = rd;
  let Pattern = [(set GPR:$rd, (node GPR:$rs1, GPR:$rs2))];
}
class I<bits<7> opcode, bits<3> function, string mnemonic, string operands>
    : Word<opcode, (outs GPR:$rd), (ins GPR:$rs1, simm12:$imm), mnemonic, operands> {
  bits<5> rd; bits<5> rs1; bits<12> imm;
  let Inst{31-20} = imm;
  let Inst{19-15} = rs1;
  let Inst{14-12} = function;
  let Inst{11-7} = rd;
}
class B<bits<3> function, string mnemonic>
    : Word<0b1100011, (outs), (ins GPR:$rs1, GPR:$rs2, simm13:$imm), mnemonic,
           "$rs1, $rs2, $imm"> {
  bits<5> rs1; bits<5> rs2; bits<13> imm;
  let Inst{31} = imm{12};
  let Inst{30-25} = imm{10-5};
  let Inst{24-20} = rs2;
  let Inst{19-15} = rs1;
  let Inst{14-12} = function;
  let Inst{11-8} = imm{4-1};
  let Inst{7} = imm{11};
  let isBranch = 1;
  let isTerminator = 1;
}
def ADD : R<0, "add", add>;
def SUB : R<0b0100000, "sub", sub>;
def ADDI : I<0b0010011, 0, "addi", "$rd, $rs1, $imm"> {
  let Pattern = [(set GPR:$rd, (add GPR:$rs1, simm12:$imm))];
}
let mayLoad = 1 in def LW : I<0b0000011, 2, "lw", "$rd, ${imm}(${rs1})">;
let mayStore = 1 in
def SW : Word<0b0100011, (outs), (ins GPR:$rs2, GPR:$rs1, simm12:$imm), "sw",
              "$rs2, ${imm}(${rs1})"> {
  bits<5> rs1; bits<5> rs2; bits<12> imm;
  let Inst{31-25} = imm{11-5};
  let Inst{24-20} = rs2;
  let Inst{19-15} = rs1;
  let Inst{14-12} = 2;
  let Inst{11-7} = imm{4-0};
}
def BEQ : B<0, "beq">;
def BLTU : B<6, "bltu">;
def LUI : Word<0b0110111, (outs GPR:$rd), (ins uimm20:$imm), "lui", "$rd, $imm"> {
  bits<5> rd; bits<20> imm;
  let Inst{31-12} = imm;
  let Inst{11-7} = rd;
}
let isCall = 1 in
def JAL : Word<0b1101111, (outs GPR:$rd), (ins simm21:$imm), "jal", "$rd, $imm"> {
  bits<5> rd; bits<21> imm;
  let Inst{31} = imm{20};
  let Inst{30-21} = imm{10-1};
  let Inst{20} = imm{11};
  let Inst{19-12} = imm{19-12};
  let Inst{11-7} = rd;
}

def FeatureC : SubtargetFeature<"c", "HasC", "true", "Compressed instructions">;
def HasC : Predicate<"subtarget.HasC">, AssemblerPredicate<(all_of FeatureC)>;
class Half<bits<2> quadrant, bits<3> function, dag outs, dag ins, string mnemonic,
           string operands> : RV<outs, ins, "c." # mnemonic, operands> {
  field bits<16> Inst;
  let Size = 2;
  let Inst{1-0} = quadrant;
  let Inst{15-13} = function;
  let Predicates = [HasC];
}
class CI<bits<2> quadrant, bits<3> function, string mnemonic, Operand kind>
    : Half<quadrant, function, (outs GPRNoX0:$rd), (ins GPRNoX0:$rs, kind:$imm),
           mnemonic, "$rd, $imm"> {
  bits<5> rd; bits<6> imm;
  let Constraints = "$rs = $rd";
  let Inst{12} = imm{5};
  let Inst{11-7} = rd;
  let Inst{6-2} = imm{4-0};
}
class CR<bit link, string mnemonic, dag ins, string constraints>
    : Half<2, 4, (outs GPRNoX0:$rd), ins, mnemonic, "$rd, $rs2"> {
  bits<5> rd; bits<5> rs2;
  let Constraints = constraints;
  let Inst{12} = link;
  let Inst{11-7} = rd;
  let Inst{6-2} = rs2;
}
class CA<bits<2> function, string mnemonic>
    : Half<1, 4, (outs GPRC:$rd), (ins GPRC:$rs, GPRC:$rs2), mnemonic, "$rd, $rs2"> {
  bits<3> rd; bits<3> rs2;
  let Constraints = "$rs = $rd";
  let Inst{12-10} = 3;
  let Inst{9-7} = rd;
  let Inst{6-5} = function;
  let Inst{4-2} = rs2;
}
class CB<bits<3> function, string mnemonic>
    : Half<1, function, (outs), (ins GPRC:$rs1, simm9:$imm), mnemonic, "$rs1, $imm"> {
  bits<3> rs1; bits<9> imm;
  let Inst{12} = imm{8};
  let Inst{11-10} = imm{4-3};
  let Inst{9-7} = rs1;
  let Inst{6-5} = imm{7-6};
  let Inst{4-3} = imm{2-1};
  let Inst{2} = imm{5};
  let isBranch = 1;
  let isTerminator = 1;
}
class CL<bits<3> function, string mnemonic, dag outs, dag ins>
    : Half<0, function, outs, ins, mnemonic, "$data, ${imm}(${rs1})"> {
  bits<3> data; bits<3> rs1; bits<7> imm;
  let Inst{12-10} = imm{5-3};
  let Inst{9-7} = rs1;
  let Inst{6} = imm{2};
  let Inst{5} = imm{6};
  let Inst{4-2} = data;
}
def C_NOP : Half<1, 0, (outs), (ins), "nop", ""> { let Inst{12-2} = 0; }
def C_ADDI : CI<1, 0, "addi", simm6>;
def C_LI : CI<1, 2, "li", simm6> {
  let InOperandList = (ins simm6:$imm);
  let Constraints = "";
}
def C_SLLI : CI<2, 0, "slli", uimm5> { let Inst{12} = 0; }
def C_MV : CR<0, "mv", (ins GPRNoX0:$rs2), "">;
def C_ADD : CR<1, "add", (ins GPRNoX0:$rs, GPRNoX0:$rs2), "$rs = $rd">;
def C_SUB : CA<0, "sub">;
def C_AND : CA<3, "and">;
def C_BEQZ : CB<6, "beqz">;
def C_BNEZ : CB<7, "bnez">;
let mayLoad = 1 in
def C_LW : CL<2, "lw", (outs GPRC:$data), (ins GPRC:$rs1, uimm7:$imm)>;
let mayStore = 1 in
def C_SW : CL<6, "sw", (outs), (ins GPRC:$data, GPRC:$rs1, uimm7:$imm)>;
def C_ADDI4SPN : Half<0, 0, (outs GPRC:$rd), (ins uimm10:$imm), "addi4spn",
                      "$rd, sp, $imm"> {
  bits<3> rd; bits<10> imm;
  let Inst{12-11} = imm{5-4};
  let Inst{10-7} = imm{9-6};
  let Inst{6} = imm{2};
  let Inst{5} = imm{3};
  let Inst{4-2} = rd;
}
def C_ADDI16SP : Half<1, 3, (outs), (ins simm10:$imm), "addi16sp", "sp, $imm"> {
  bits<10> imm;
  let Inst{12} = imm{9};
  let Inst{11-7} = 2;
  let Inst{6} = imm{4};
  let Inst{5} = imm{6};
  let Inst{4-3} = imm{8-7};
  let Inst{2} = imm{5};
}
let mayLoad = 1 in
def C_LWSP : Half<2, 2, (outs GPRNoX0:$rd), (ins uimm8:$imm), "lwsp",
                  "$rd, ${imm}(sp)"> {
  bits<5> rd; bits<8> imm;
  let Inst{12} = imm{5};
  let Inst{11-7} = rd;
  let Inst{6-4} = imm{4-2};
  let Inst{3-2} = imm{7-6};
}
let isBranch = 1, isTerminator = 1, isBarrier = 1 in
def C_J : Half<1, 5, (outs), (ins jump12:$imm), "j", "$imm"> {
  bits<12> imm;
  let Inst{12} = imm{11};
  let Inst{11} = imm{4};
  let Inst{10-9} = imm{9-8};
  let Inst{8} = imm{10};
  let Inst{7} = imm{6};
  let Inst{6} = imm{7};
  let Inst{5-3} = imm{3-1};
  let Inst{2} = imm{5};
}

def : Processor<"rv32", NoItineraries, []>;
def : Processor<"rv32c", NoItineraries, [FeatureC]>;
def RVInfo : InstrInfo { let guessInstructionProperties = 0; }
def RVVariant : AsmParserVariant { let TokenizingCharacters = "()"; }
def RVTarget : Target {
  let InstructionSet = RVInfo;
  let AssemblyParserVariants = [RVVariant];
}
