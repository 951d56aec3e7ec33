// A target over a base as LLVM 9 had it: without the fields that came later, with words
// whose fields are those of operands by position, and with that language's pastes.

class ValueType<int size, int value> { string Namespace = "MVT"; int Size = size; int Value = value; }
def OtherVT : ValueType<0, 1>;
def i1 : ValueType<1, 2>;
def i8 : ValueType<8, 3>;
def i16 : ValueType<16, 4>;
def i32 : ValueType<32, 5>;
def f32 : ValueType<32, 9>;
def v4i32 : ValueType<128, 44>;
def iPTR : ValueType<0, 255>;

class SubRegIndex<int size, int offset = 0> { string Namespace = ""; int Size = size; int Offset = offset; }
class RegAltNameIndex { string Namespace = ""; }
def NoRegAltName : RegAltNameIndex;
class Register<string n, list<string> altNames = []> {
  string Namespace = ""; string AsmName = n; list<string> AltNames = altNames;
  list<Register> SubRegs = []; list<SubRegIndex> SubRegIndices = [];
  list<RegAltNameIndex> RegAltNameIndices = []; list<int> DwarfNumbers = [];
  int CostPerUse = 0; bit CoveredBySubRegs = 0; bits<16> HWEncoding = 0;
}
class DAGOperand { string OperandNamespace = "MCOI"; string DecoderMethod = ""; }
class RegisterClass<string namespace, list<ValueType> regTypes, int alignment, dag regList>
    : DAGOperand {
  string Namespace = namespace; list<ValueType> RegTypes = regTypes; int Size = 0;
  int Alignment = alignment; int CopyCost = 1; dag MemberList = regList;
  bit isAllocatable = 1; list<dag> AltOrders = []; int AllocationPriority = 0;
}
class RegisterTuples<list<SubRegIndex> Indices, list<dag> Regs> {
  list<dag> SubRegs = Regs; list<SubRegIndex> SubRegIndices = Indices;
}
def sequence; def add; def outs; def ins; def ops; def set;

class Predicate<string cond> {
  string CondString = cond; bit AssemblerMatcherPredicate = 0;
  string AssemblerCondString = ""; string PredicateName = "";
}
class AssemblerPredicate<string cond, string name = ""> {
  bit AssemblerMatcherPredicate = 1; string AssemblerCondString = cond;
  string PredicateName = name;
}
class InstrItinClass; def NoItinerary : InstrItinClass;
class SchedReadWrite;
class Instruction {
  string Namespace = ""; dag OutOperandList; dag InOperandList; string AsmString = "";
  list<dag> Pattern; list<Register> Uses = []; list<Register> Defs = [];
  list<Predicate> Predicates = []; int Size = 0; string DecoderNamespace = "";
  int AddedComplexity = 0; bit isReturn = 0; bit isBranch = 0; bit isIndirectBranch = 0;
  bit isBarrier = 0; bit isCall = 0; bit canFoldAsLoad = 0; bit mayLoad = ?;
  bit mayStore = ?; bit isCommutable = 0; bit isTerminator = 0; bit isPredicable = 0;
  bit isPseudo = 0; bit hasSideEffects = ?; bit isCodeGenOnly = 0;
  bit isAsmParserOnly = 0; InstrItinClass Itinerary = NoItinerary;
  list<SchedReadWrite> SchedRW; string Constraints = ""; string DisableEncoding = "";
  bits<64> TSFlags = 0; string AsmMatchConverter = ""; string AsmVariantName = "";
  string DecoderMethod = ""; bit hasCompleteDecoder = 1;
  string TwoOperandAliasConstraint = ""; bit UseNamedOperandTable = 0;
}
class AsmOperandClass {
  string Name; list<AsmOperandClass> SuperClasses = []; string PredicateMethod = ?;
  string RenderMethod = ?; string ParserMethod = ?; string DiagnosticType = "";
}
def ImmAsmOperand : AsmOperandClass { let Name = "Imm"; }
class Operand<ValueType ty> : DAGOperand {
  ValueType Type = ty; string PrintMethod = "printOperand"; string EncoderMethod = "";
  string OperandType = "OPERAND_UNKNOWN"; dag MIOperandInfo = (ops);
  AsmOperandClass ParserMatchClass = ImmAsmOperand;
}
def i32imm : Operand<i32>;
class InstrInfo {
  bit isLittleEndianEncoding = 0; bit decodePositionallyEncodedOperands = 0;
  bit noNamedPositionallyEncodedOperands = 0; bit guessInstructionProperties = 1;
}
class AsmParser { bit ShouldEmitMatchRegisterName = 1; bit HasMnemonicFirst = 1; }
def DefaultAsmParser : AsmParser;
class AsmParserVariant {
  int Variant = 0; string Name = ""; string CommentDelimiter = "";
  string RegisterPrefix = ""; string TokenizingCharacters = "[]*!";
  string SeparatorCharacters = " \t,"; string BreakCharacters = "";
}
def DefaultAsmParserVariant : AsmParserVariant;
class AsmWriter { int PassSubtarget = 0; int Variant = 0; }
def DefaultAsmWriter : AsmWriter;
class Target {
  InstrInfo InstructionSet; list<AsmParser> AssemblyParsers = [DefaultAsmParser];
  list<AsmParserVariant> AssemblyParserVariants = [DefaultAsmParserVariant];
  list<AsmWriter> AssemblyWriters = [DefaultAsmWriter]; int AllowRegisterRenaming = 0;
}
class SubtargetFeature<string n, string a, string v, string d, list<SubtargetFeature> i = []> {
  string Name = n; string Attribute = a; string Value = v; string Desc = d;
  list<SubtargetFeature> Implies = i;
}
class FuncUnit; class Bypass; class InstrItinData;
class ProcessorItineraries { list<FuncUnit> FU = []; list<Bypass> BP = []; list<InstrItinData> IID = []; }
def NoItineraries : ProcessorItineraries;
class SchedMachineModel {
  int IssueWidth = -1; int LoadLatency = -1; ProcessorItineraries Itineraries = NoItineraries;
  bit PostRAScheduler = 0; bit CompleteModel = 1; bit NoModel = 0;
}
def NoSchedModel : SchedMachineModel { let NoModel = 1; }
class Processor<string n, ProcessorItineraries pi, list<SubtargetFeature> f> {
  string Name = n; SchedMachineModel SchedModel = NoSchedModel;
  ProcessorItineraries ProcItin = pi; list<SubtargetFeature> Features = f;
}
class CCAction; class CallingConv<list<CCAction> actions> { list<CCAction> Actions = actions; bit Custom = 0; }
class CCAssignToReg<list<Register> regList> : CCAction { list<Register> RegList = regList; }
class CCPredicateAction<CCAction A> : CCAction { CCAction SubAction = A; }
class CCIfType<list<ValueType> vts, CCAction A> : CCPredicateAction<A> { list<ValueType> VTs = vts; }
class CCPromoteToType<ValueType destTy> : CCAction { ValueType DestTy = destTy; }

class SDNodeProperty; def SDNPCommutative : SDNodeProperty;
class SDPatternOperator { list<SDNodeProperty> Properties = []; }
class SDTypeConstraint<int n> { int OperandNum = n; }
class SDTCisSameAs<int n, int o> : SDTypeConstraint<n> { int OtherOperandNum = o; }
class SDTCisInt<int n> : SDTypeConstraint<n>;
class SDTypeProfile<int r, int o, list<SDTypeConstraint> c> {
  int NumResults = r; int NumOperands = o; list<SDTypeConstraint> Constraints = c;
}
class SDNode<string opcode, SDTypeProfile profile, list<SDNodeProperty> props = []> : SDPatternOperator {
  string Opcode = opcode; SDTypeProfile TypeProfile = profile; let Properties = props;
}
def BinaryProfile : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisInt<0>]>;
def plus : SDNode<"ISD::ADD", BinaryProfile, [SDNPCommutative]>;

//===-- The target ----------------------------------------------------------------===//

foreach i = [0, 1, 2, 3] in def R#i : Register<"r"#i> { let HWEncoding = i; }
def GPR : RegisterClass<"Old", [i32], 32, (sequence "R%u", 0, 3)>;
def GR2 : RegisterClass<"Old", [i32], 32, (add R0, R1)>;
def HasX : Predicate<"HasX">, AssemblerPredicate<"FeatureX">;
def IsAlways : Predicate<"true"> { let AssemblerMatcherPredicate = 1; }
def FeatureX : SubtargetFeature<"x", "HasX", "true", "more instructions">;

class I<bits<4> opcode, dag outs, dag ins, string asm> : Instruction {
  let Namespace = "Old"; let Size = 2; let OutOperandList = outs; let InOperandList = ins;
  let AsmString = asm; field bits<16> Inst; let Inst{15-12} = opcode;
}
// No field has an operand's name: the first is the first operand's.
def ADD : I<1, (outs GPR:$dst), (ins GPR:$lhs, GPR:$rhs), "add $dst, $lhs, $rhs"> {
  bits<2> ra; bits<2> rb; bits<2> rc;
  let Inst{1-0} = rc; let Inst{3-2} = rb; let Inst{5-4} = ra; let Inst{11-6} = 0;
  let Pattern = [(set GPR:$dst, (plus GPR:$lhs, GPR:$rhs))];
}
// An operand that is tied and not encoded is skipped, and there are two immediates.
def INS : I<2, (outs GPR:$dst), (ins GPR:$src, i32imm:$from, i32imm:$count),
            "ins $dst, $from, $count"> {
  let Constraints = "$src = $dst"; let DisableEncoding = "$src";
  bits<2> reg; bits<5> low; bits<5> size;
  let Inst{1-0} = reg; let Inst{6-2} = low; let Inst{11-7} = size;
  let Predicates = [HasX, IsAlways]; let mayLoad = 0;
}
// By name where names agree.
def MOV : I<3, (outs GPR:$dst), (ins GR2:$src), "mov $dst, $src"> {
  bits<2> src; bits<2> dst;
  let Inst{1-0} = src; let Inst{3-2} = dst; let Inst{11-4} = 0;
}
def : Processor<"old", NoItineraries, [FeatureX]>;
def CC : CallingConv<[CCIfType<[i8, i16], CCPromoteToType<i32>>,
                      CCIfType<[i32], CCAssignToReg<[R0, R1]>>]>;
def OldInfo : InstrInfo;
def Old : Target { let InstructionSet = OldInfo; }
