// Texts of all kinds, for printing and for matching.
include "circ/Target.td"

let Namespace = "Toy" in
def ABI : RegAltNameIndex;
class R<string n, string alternative> : Register<n, [alternative]> {
  let Namespace = "Toy";
  let RegAltNameIndices = [ABI];
}
def R0 : R<"r0", "zero">;
def R1 : R<"r1", "ra">;
def R2 : R<"r2", "sp">;
def R10 : R<"r10", "tp">;
def FLAGS : R<"flags", "cc">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1, R2, R10)> {
  let DiagnosticString = "expected a register";
}
def LOW : RegisterClass<"Toy", [i32], 32, (add R0, R1)> {
  let DiagnosticType = "NotLow";
}
def FL : RegisterClass<"Toy", [i32], 32, (add FLAGS)>;

def FeatureX : SubtargetFeature<"x", "HasX", "true", "X">;
def FeatureY : SubtargetFeature<"y", "HasY", "true", "Y">;
def HasX : Predicate<"has_x">, AssemblerPredicate<(all_of FeatureX)>;
def HasY : Predicate<"has_y">, AssemblerPredicate<(all_of FeatureY)>;

def Imm16 : AsmOperandClass { let Name = "Imm16"; }
def Imm8 : AsmOperandClass {
  let Name = "Imm8";
  let SuperClasses = [Imm16];
  let DiagnosticString = "expected 8 bits";
}
def Imm4 : AsmOperandClass {
  let Name = "Imm4";
  let SuperClasses = [Imm8];
  let PredicateMethod = "fitsFourBits";
  let RenderMethod = "addImm8Operands";
  let DiagnosticType = "FourBits";
}
def Memory : AsmOperandClass {
  let Name = "Mem";
  let ParserMethod = "parseMemory";
}
def Anything : AsmOperandClass { let Name = "Any"; }
def RegisterLike : AsmOperandClass { let Name = "RegisterLike"; }

def imm16 : Operand<i32> { let ParserMatchClass = Imm16; }
def imm8 : Operand<i32> { let ParserMatchClass = Imm8; }
def imm4 : Operand<i32> { let ParserMatchClass = Imm4; }
def hex : Operand<i32> { let PrintMethod = "printHex"; }
def mem : Operand<i32> {
  let MIOperandInfo = (ops GPR:$base, imm8:$offset);
  let PrintMethod = "printMemory";
  let ParserMatchClass = Memory;
}
def parts : Operand<i32> { let MIOperandInfo = (ops GPR:$base, imm8:$offset); }
def any : Operand<i32> { let ParserMatchClass = Anything; }
def RO : RegisterOperand<GPR, "printRegister"> { let ParserMatchClass = RegisterLike; }

class I<dag outs, dag ins, string asm> : Instruction {
  let Namespace = "Toy";
  let Size = 4;
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = asm;
}

// The same mnemonic, from the most special to the most general.
def ADDW : I<(outs GPR:$rd), (ins GPR:$rs, imm16:$imm), "add\t$rd, $rs, $imm">;
def ADDB : I<(outs GPR:$rd), (ins GPR:$rs, imm8:$imm), "add\t$rd, $rs, $imm">;
def ADDL : I<(outs LOW:$rd), (ins LOW:$rs, imm8:$imm), "add\t$rd, $rs, $imm">;
def ADDR : I<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), "add\t$rd, $rs, $rt">;
def ADDQ : I<(outs GPR:$rd), (ins GPR:$rs, imm4:$imm), "add\t$rd, $rs, $imm">;
let Predicates = [HasX] in
def ADDX : I<(outs GPR:$rd), (ins GPR:$rs, imm4:$imm), "add\t$rd, $rs, $imm">;
let Predicates = [HasX, HasY] in
def ADDXY : I<(outs GPR:$rd), (ins GPR:$rs, imm4:$imm), "add\t$rd, $rs, $imm">;
def ADDANY : I<(outs), (ins any:$a, any:$b, any:$c), "add\t$a, $b, $c">;
def ADDONE : I<(outs GPR:$rd), (ins), "ADD\t$rd">;
let Predicates = [HasY] in
def ONLYY : I<(outs), (ins GPR:$rs), "onlyy $rs">;

// Tokens, brackets, single registers and parts.
def LOAD : I<(outs GPR:$rd), (ins GPR:$base, imm8:$offset), "load $rd, [$base]$offset">;
def STORE : I<(outs), (ins GPR:$rs, mem:$addr), "store $rs, $addr">;
def SWAP : I<(outs), (ins GPR:$rs, (mem $base, $offset):$addr), "swap $rs, $addr">;
def PARTS : I<(outs), (ins parts:$p), "parts $p">;
def SETF : I<(outs), (ins imm8:$imm), "setf flags, $imm">;
def SHIFT : I<(outs GPR:$rd), (ins imm8:$imm), "shift $rd lsl #$imm">;
def EXACT : I<(outs), (ins), "exact 100%">;
def MARKED : I<(outs), (ins RO:$r, hex:$imm), "marked $r, ${imm}h">;
def : TokenAlias<"asl", "lsl">;

// Variants and modifiers.
def MOVE : I<(outs GPR:$rd), (ins hex:$imm), "{move|mov}.w $rd{,| <-} $imm">;
let isCodeGenOnly = true in
def MODIFIED : I<(outs), (ins i32imm:$imm, hex:$h), "modified $$${imm:low}, ${h:up}${:note}">;
let AsmVariantName = "other" in
def OTHER : I<(outs), (ins), "other">;

// Ties.
let Constraints = "$rd = $rt" in {
  def TIE : I<(outs GPR:$rd), (ins GPR:$rt, GPR:$rs), "tie $rd, $rs">;
  def INC : I<(outs GPR:$rd), (ins GPR:$rt), "inc $rt">;
  def BOTH : I<(outs GPR:$rd), (ins GPR:$rt, imm8:$imm), "both $rd, $rt, $imm">;
}
let TwoOperandAliasConstraint = "$rs = $rd" in
def SUB : I<(outs GPR:$rd), (ins GPR:$rs, imm8:$imm), "sub $rd, $rs, $imm">;
def TWICE : I<(outs), (ins GPR:$rs), "twice $rs, $rs">; // cannot be written

// Aliases.
def : InstAlias<"li $rd, $imm", (ADDW GPR:$rd, R0, imm16:$imm), 2>;
def : InstAlias<"copy $rd, $rs", (ADDW GPR:$rd, GPR:$rs, 0)>;
def : InstAlias<"double $rd", (ADDW GPR:$rd, GPR:$rd, 1)>;
let Predicates = [HasX] in
def : InstAlias<"lower $rd, $rs", (ADDW LOW:$rd, LOW:$rs, 0b10)>;
def : InstAlias<"never $rd, $rs", (ADDW GPR:$rd, GPR:$rs, 3), 0>;
def : InstAlias<"show $r, $imm", (MARKED RO:$r, hex:$imm)>;
def : InstAlias<"self $rd", (TIE GPR:$rd, GPR:$rd)>;
def : InstAlias<"push $rs", (STORE GPR:$rs, R2, -4)>;
def : InstAlias<"keep $rs, $addr", (STORE GPR:$rs, mem:$addr), 0>;
def : InstAlias<"all ${p.offset}(${p.base})", (PARTS parts:$p), 0>;
def : InstAlias<"same $rd, $rd, $rs", (TIE GPR:$rd, GPR:$rs), 0>;

def : MnemonicAlias<"plus", "add">;
def : MnemonicAlias<"sum", "add">, Requires<[HasX]>;
def : MnemonicAlias<"sum", "tie">;
def : MnemonicAlias<"odd", "even", "other">;

def ToyInstrInfo : InstrInfo;
def ToyAsmParser : AsmParser { let ShouldEmitMatchRegisterAltName = true; }
def ToyAsmWriter : AsmWriter { let PassSubtarget = 1; }
def OtherAsmWriter : AsmWriter { let Variant = 1; }
def ToyVariant : AsmParserVariant { let Name = "plain"; }
def OtherVariant : AsmParserVariant {
  let Variant = 1;
  let Name = "other";
}
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
  let AssemblyParsers = [ToyAsmParser];
  let AssemblyParserVariants = [ToyVariant, OtherVariant];
  let AssemblyWriters = [ToyAsmWriter, OtherAsmWriter];
}
