// The target-independent base of target descriptions.
//
// A description includes this file first. The vocabulary (names of classes and fields,
// and what they mean) is that of LLVM's target descriptions, so that descriptions can be
// read with either; what nothing here uses is left out. Intrinsics are not part of it.

class Predicate;
class Instruction;

include "circ/ValueTypes.td"
include "circ/Registers.td"
include "circ/Itinerary.td"

//===-- Features ------------------------------------------------------------------===//

// A property that processors have or lack: `-mattr=+name`. Setting it sets the field of
// the subtarget to the value, and the features that it implies.
class SubtargetFeature<string n, string f, string v, string d,
                       list<SubtargetFeature> i = []> {
  string Name = n;
  string FieldName = f;
  string Value = v;
  string Desc = d;
  list<SubtargetFeature> Implies = i;
}

// Instructions under a deprecated feature are reported when they are assembled.
class Deprecated<SubtargetFeature dep> {
  SubtargetFeature DeprecatedFeatureMask = dep;
}
class ComplexDeprecationPredicate<string dep> {
  string ComplexDeprecationPredicate = dep;
}

// What must hold for an instruction or a pattern to be used: a Python expression over
// the subtarget.
class Predicate<string cond> {
  string CondString = cond;
  bit AssemblerMatcherPredicate = false;
  dag AssemblerCondDag;
  string PredicateName = "";
  bit RecomputePerFunction = false;
}
class Requires<list<Predicate> preds> {
  list<Predicate> Predicates = preds;
}
def any_of;
def all_of;
def not;
// Mix-in: the same question asked of the features by assembler and disassembler.
class AssemblerPredicate<dag cond, string name = ""> {
  bit AssemblerMatcherPredicate = true;
  dag AssemblerCondDag = cond;
  string PredicateName = name;
}

//===-- Operands ------------------------------------------------------------------===//

def ops;
def outs;
def ins;
def variable_ops; // any number of operands after the others

class unknown_class;
def unknown : unknown_class; // an operand of any class

// How the assembler's parser sees an operand.
class AsmOperandClass {
  string Name = ?;
  list<AsmOperandClass> SuperClasses = [];
  string PredicateMethod = ?;  // default: is<Name>
  string RenderMethod = ?;     // default: add<Name>Operands
  string ParserMethod = ?;
  string DiagnosticType = "";
  string DiagnosticString = "";
  bit IsOptional = false;
  string DefaultMethod = ?;
}
def ImmAsmOperand : AsmOperandClass {
  let Name = "Imm";
}

class Operand<ValueType ty> : DAGOperand {
  ValueType Type = ty;
  string PrintMethod = "printOperand";
  string EncoderMethod = "";
  bit hasCompleteDecoder = true;
  string OperandType = "OPERAND_UNKNOWN";
  dag MIOperandInfo = (ops);   // the machine operands that it consists of
  code MCOperandPredicate;
  AsmOperandClass ParserMatchClass = ImmAsmOperand;
}

// A register class with other ways to print, parse or encode it.
class RegisterOperand<RegisterClass regclass, string pm = "printOperand">
    : DAGOperand {
  RegisterClass RegClass = regclass;
  string PrintMethod = pm;
  string EncoderMethod = "";
  AsmOperandClass ParserMatchClass;
  string OperandType = "OPERAND_REGISTER";
  RegAltNameIndex GIZeroRegister = ?;
}

let OperandType = "OPERAND_IMMEDIATE" in {
  def i1imm  : Operand<i1>;
  def i8imm  : Operand<i8>;
  def i16imm : Operand<i16>;
  def i32imm : Operand<i32>;
  def i64imm : Operand<i64>;
  def f32imm : Operand<f32>;
  def f64imm : Operand<f64>;
}

//===-- Instructions --------------------------------------------------------------===//

class InstructionEncoding {
  int Size;                      // bytes
  string DecoderNamespace = "";  // instructions of one namespace are decoded together
  list<Predicate> Predicates = [];
  string DecoderMethod = "";
  bit hasCompleteDecoder = true; // the method accepts whatever the bits select
}

// An instruction. One that has an encoding adds `field bits<N> Inst`, and a field of the
// same name for each operand that is in it.
class Instruction : InstructionEncoding {
  string Namespace = "";
  dag OutOperandList; // (outs class:$name, …)
  dag InOperandList;  // (ins class:$name, …)
  string AsmString = "";
  list<dag> Pattern;
  list<Register> Uses = []; // read without being operands
  list<Register> Defs = []; // written without being operands
  list<Predicate> Predicates = [];
  int Size = 0;
  int CodeSize = 0;
  int AddedComplexity = 0;

  // Control flow.
  bit isReturn = false;
  bit isBranch = false;
  bit isEHScopeReturn = false;
  bit isIndirectBranch = false;
  bit isBarrier = false;     // nothing goes on behind it
  bit isCall = false;
  bit isTerminator = false;
  bit isTrap = false;
  bit hasDelaySlot = false;

  // What it computes.
  bit isPreISelOpcode = false;
  bit isCompare = false;
  bit isMoveImm = false;
  bit isMoveReg = false;
  bit isBitcast = false;
  bit isSelect = false;
  bit isAdd = false;
  bit isCommutable = false;
  bit isConvertibleToThreeAddress = false;
  bit isReMaterializable = false;
  bit isAsCheapAsAMove = false;
  bit isPredicable = false;
  bit isUnpredicable = false;
  bit isRegSequence = false;
  bit isExtractSubreg = false;
  bit isInsertSubreg = false;

  // Effects; what is left open is inferred from the pattern.
  bit mayLoad = ?;
  bit mayStore = ?;
  bit hasSideEffects = ?;
  bit canFoldAsLoad = false;
  bit mayRaiseFPException = false;
  bit isNotDuplicable = false;
  bit isConvergent = false;
  bit isAuthenticated = false;

  // What it is to the tools.
  bit isPseudo = false;          // has no encoding
  bit isMeta = false;            // emits nothing
  bit isCodeGenOnly = false;     // not for assembler and disassembler
  bit isAsmParserOnly = false;   // for the assembler alone
  bit usesCustomInserter = false;
  bit hasPostISelHook = false;
  bit hasCtrlDep = false;
  bit hasExtraSrcRegAllocReq = false;
  bit hasExtraDefRegAllocReq = false;
  bit variadicOpsAreDefs = false;
  bit hasNoSchedulingInfo = false;
  bit FastISelShouldIgnore = false;
  bit UseNamedOperandTable = false;
  bit HasPositionOrder = false;

  InstrItinClass Itinerary = NoItinerary;
  list<SchedReadWrite> SchedRW;
  string Constraints = "";       // "$dst = $src" ties, "@earlyclobber $dst"
  string DisableEncoding = "";   // operands that are not in the word: "$a,$b"
  string PostEncoderMethod = "";
  bits<64> TSFlags = 0;          // for the target's own use
  string AsmMatchConverter = "";
  string TwoOperandAliasConstraint = "";
  string AsmVariantName = "";
}

class PseudoInstExpansion<dag Result> {
  dag ResultInst = Result;
  bit isPseudo = true;
}

class InstrInfo {
  bit isLittleEndianEncoding = false;     // bits of `Inst` are numbered from byte 0
  bit guessInstructionProperties = true;  // effects left open without a pattern are there
}

// Instructions that every target has, numbered before its own in this order.
class StandardPseudoInstruction : Instruction {
  let Namespace = "TargetOpcode";
  let OutOperandList = (outs);
  let InOperandList = (ins variable_ops);
  let mayLoad = false;
  let mayStore = false;
  let hasSideEffects = false;
  let isCodeGenOnly = true;
  let isPseudo = true;
  let hasNoSchedulingInfo = true;
}
def PHI : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let AsmString = "PHINODE";
}
def INLINEASM : StandardPseudoInstruction;
def KILL : StandardPseudoInstruction {
  let isMeta = true;
}
def EXTRACT_SUBREG : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$supersrc, i32imm:$subidx);
}
def INSERT_SUBREG : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$supersrc, unknown:$subsrc, i32imm:$subidx);
  let Constraints = "$supersrc = $dst";
}
def IMPLICIT_DEF : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins);
  let isReMaterializable = true;
  let isAsCheapAsAMove = true;
  let isMeta = true;
}
def SUBREG_TO_REG : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$implsrc, unknown:$subsrc, i32imm:$subidx);
}
def COPY_TO_REGCLASS : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$src, i32imm:$regclass);
  let isAsCheapAsAMove = true;
}
def REG_SEQUENCE : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$supersrc, variable_ops);
  let isAsCheapAsAMove = true;
}
def COPY : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$src);
  let isAsCheapAsAMove = true;
  let hasNoSchedulingInfo = false;
}
def BUNDLE : StandardPseudoInstruction {
  let AsmString = "BUNDLE";
}

// Other forms of instructions: of those of the filter class, all that have the same row
// fields are a row, in which the key column is mapped to the value columns.
class InstrMapping {
  string FilterClass;
  list<string> RowFields = [];
  list<string> ColFields = [];
  list<string> KeyCol = [];          // one value for each of ColFields
  list<list<string>> ValueCols = []; // one such list for each column
}

include "circ/InstrPredicate.td"

//===-- Assembly ------------------------------------------------------------------===//

class AsmParser {
  string AsmParserClassName = "AsmParser";
  string AsmParserInstCleanup = "";
  bit ShouldEmitMatchRegisterName = true;
  bit ShouldEmitMatchRegisterAltName = false;
  bit AllowDuplicateRegisterNames = false;
  bit HasMnemonicFirst = true;
  bit ReportMultipleNearMisses = false;
  string OperandParserMethod = "";
  bit CallCustomParserForAllOperands = false;
  bit PreferSmallerInstructions = false;
}
def DefaultAsmParser : AsmParser;

class AsmParserVariant {
  int Variant = 0; // which of `{a|b}` in assembly strings
  string Name = "";
  string CommentDelimiter = "";
  string RegisterPrefix = "";
  string TokenizingCharacters = "[]*!"; // tokens of their own
  string SeparatorCharacters = " \t,";
  string BreakCharacters = "";          // start a token
}
def DefaultAsmParserVariant : AsmParserVariant;

class AsmWriter {
  string AsmWriterClassName = "InstPrinter";
  int PassSubtarget = 0;
  int Variant = 0;
}
def DefaultAsmWriter : AsmWriter;

class TokenAlias<string From, string To> {
  string FromToken = From;
  string ToToken = To;
}

class MnemonicAlias<string From, string To, string VariantName = ""> {
  string FromMnemonic = From;
  string ToMnemonic = To;
  string AsmVariantName = VariantName;
  list<Predicate> Predicates = [];
}

// Another spelling of an instruction; also printed, unless the priority is 0.
class InstAlias<string Asm, dag Result, int Emit = 1, string VariantName = ""> {
  string AsmString = Asm;
  dag ResultInst = Result;
  int EmitPriority = Emit;
  list<Predicate> Predicates = [];
  bit UseInstAsmMatchConverter = true;
  string AsmVariantName = VariantName;
}

//===-- The target ----------------------------------------------------------------===//

class Target {
  InstrInfo InstructionSet;
  list<AsmParser> AssemblyParsers = [DefaultAsmParser];
  list<AsmParserVariant> AssemblyParserVariants = [DefaultAsmParserVariant];
  list<AsmWriter> AssemblyWriters = [DefaultAsmWriter];
  int AllowRegisterRenaming = 0;
}

// A processor of the target: `-mcpu=name`.
class Processor<string n, ProcessorItineraries pi, list<SubtargetFeature> f,
                list<SubtargetFeature> tunef = []> {
  string Name = n;
  SchedMachineModel SchedModel = NoSchedModel;
  ProcessorItineraries ProcItin = pi;
  list<SubtargetFeature> Features = f;
  list<SubtargetFeature> TuneFeatures = tunef;
}
class ProcessorModel<string n, SchedMachineModel m, list<SubtargetFeature> f,
                     list<SubtargetFeature> tunef = []>
    : Processor<n, NoItineraries, f, tunef> {
  let SchedModel = m;
}

include "circ/CallingConv.td"
include "circ/SelectionDAG.td"
