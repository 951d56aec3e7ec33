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
  bit AssemblerMatcherPredicate = 0;
  dag AssemblerCondDag;
  string PredicateName = "";
  bit RecomputePerFunction = 0;
}
class Requires<list<Predicate> preds> {
  list<Predicate> Predicates = preds;
}
def any_of;
def all_of;
def not;
// Mix-in: the same question asked of the features by assembler and disassembler.
class AssemblerPredicate<dag cond, string name = ""> {
  bit AssemblerMatcherPredicate = 1;
  dag AssemblerCondDag = cond;
  string PredicateName = name;
}

//===-- Operands ------------------------------------------------------------------===//

def ops;
def outs;
def ins;
def variable_ops; // any number of operands after the others

// A register for a pointer, of a class that only code knows.
class PointerLikeRegClass<int Kind> {
  int RegClassKind = Kind;
}
def ptr_rc : PointerLikeRegClass<0>;
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
  bit IsOptional = 0;
  string DefaultMethod = ?;
}
def ImmAsmOperand : AsmOperandClass {
  let Name = "Imm";
}

class Operand<ValueType ty> : DAGOperand {
  ValueType Type = ty;
  string PrintMethod = "printOperand";
  string EncoderMethod = "";
  bit hasCompleteDecoder = 1;
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
  bit hasCompleteDecoder = 1; // the method accepts whatever the bits select
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
  bit isReturn = 0;
  bit isBranch = 0;
  bit isEHScopeReturn = 0;
  bit isIndirectBranch = 0;
  bit isBarrier = 0;     // nothing goes on behind it
  bit isCall = 0;
  bit isTerminator = 0;
  bit isTrap = 0;
  bit hasDelaySlot = 0;

  // What it computes.
  bit isPreISelOpcode = 0;
  bit isCompare = 0;
  bit isMoveImm = 0;
  bit isMoveReg = 0;
  bit isBitcast = 0;
  bit isSelect = 0;
  bit isAdd = 0;
  bit isCommutable = 0;
  bit isConvertibleToThreeAddress = 0;
  bit isReMaterializable = 0;
  bit isAsCheapAsAMove = 0;
  bit isPredicable = 0;
  bit isUnpredicable = 0;
  bit isRegSequence = 0;
  bit isExtractSubreg = 0;
  bit isInsertSubreg = 0;

  // Effects; what is left open is inferred from the pattern.
  bit mayLoad = ?;
  bit mayStore = ?;
  bit hasSideEffects = ?;
  bit canFoldAsLoad = 0;
  bit mayRaiseFPException = 0;
  bit isNotDuplicable = 0;
  bit isConvergent = 0;
  bit isAuthenticated = 0;

  // What it is to the tools.
  bit isPseudo = 0;          // has no encoding
  bit isMeta = 0;            // emits nothing
  bit isCodeGenOnly = 0;     // not for assembler and disassembler
  bit isAsmParserOnly = 0;   // for the assembler alone
  bit usesCustomInserter = 0;
  bit hasPostISelHook = 0;
  bit hasCtrlDep = 0;
  bit hasExtraSrcRegAllocReq = 0;
  bit hasExtraDefRegAllocReq = 0;
  bit variadicOpsAreDefs = 0;
  bit hasNoSchedulingInfo = 0;
  bit FastISelShouldIgnore = 0;
  bit UseNamedOperandTable = 0;
  bit HasPositionOrder = 0;

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
  bit isPseudo = 1;
}

class InstrInfo {
  bit isLittleEndianEncoding = 0;     // bits of `Inst` are numbered from byte 0
  bit guessInstructionProperties = 1;  // effects left open without a pattern are there
}

// circ's own: these instructions are numbered in this order, others after them.
class OpcodeOrder<list<Instruction> order> {
  list<Instruction> Order = order;
}

// Instructions that every target has, numbered before its own in this order.
class StandardPseudoInstruction : Instruction {
  let Namespace = "TargetOpcode";
  let OutOperandList = (outs);
  let InOperandList = (ins variable_ops);
  let mayLoad = 0;
  let mayStore = 0;
  let hasSideEffects = 0;
  let isCodeGenOnly = 1;
  let isPseudo = 1;
  let hasNoSchedulingInfo = 1;
}
def PHI : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let AsmString = "PHINODE";
}
def INLINEASM : StandardPseudoInstruction;
def KILL : StandardPseudoInstruction {
  let isMeta = 1;
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
  let isReMaterializable = 1;
  let isAsCheapAsAMove = 1;
  let isMeta = 1;
}
def SUBREG_TO_REG : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$implsrc, unknown:$subsrc, i32imm:$subidx);
}
def COPY_TO_REGCLASS : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$src, i32imm:$regclass);
  let isAsCheapAsAMove = 1;
}
def REG_SEQUENCE : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$supersrc, variable_ops);
  let isAsCheapAsAMove = 1;
}
def COPY : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$src);
  let isAsCheapAsAMove = 1;
  let hasNoSchedulingInfo = 0;
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
  bit ShouldEmitMatchRegisterName = 1;
  bit ShouldEmitMatchRegisterAltName = 0;
  bit AllowDuplicateRegisterNames = 0;
  bit HasMnemonicFirst = 1;
  bit ReportMultipleNearMisses = 0;
  string OperandParserMethod = "";
  bit CallCustomParserForAllOperands = 0;
  bit PreferSmallerInstructions = 0;
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
  bit UseInstAsmMatchConverter = 1;
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
