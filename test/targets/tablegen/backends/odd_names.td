// Names of records, fields, methods and texts that no programming language accepts.
include "circ/Target.td"
include "circ/Gen.td"
include "circ/SearchableTable.td"
def TInfo : InstrInfo { let guessInstructionProperties = 0; }
defvar odd = "a\"b\\c\n'''\"\"\"{%s}%d" # [{line
two}];
def "odd\"index" : RegAltNameIndex;
def "for" : Register<odd> { let Namespace = "T"; let AltNames = [odd]; let HWEncoding = 1;
  let RegAltNameIndices = [!cast<RegAltNameIndex>("odd\"index")]; let DwarfNumbers = [1]; }
def __init__ : Register<"%zero"> { let Namespace = "T"; }
def 8i : Register<"j_1"> { let HWEncoding = 2; }
def "a.b" : Register<"">;
def "Register" : RegisterClass<"T", [i32], 32, (add !cast<Register>("for"), 8i)>;
def "class\n" : RegisterClass<"T", [i32], 32, (add !cast<Register>("a.b"))>;
def Empty : RegisterClass<"T", [i32], 32, (add)>;
class M<string e, string d, string p> : Operand<i32> {
  let EncoderMethod = e; let DecoderMethod = d; let PrintMethod = p;
}
def "imm<1>" : M<"enc<1>", "dec<1>::x", "print<1>">;
def "imm 2" : M<"enc_1_", "_dec", "class">;
def C1 : AsmOperandClass { let Name = "A<1>"; let PredicateMethod = "is<1>";
  let RenderMethod = "add\n"; let ParserMethod = "p\"q"; let DiagnosticString = odd; }
def imm3 : Operand<i32> { let ParserMatchClass = C1; let EncoderMethod = "count"; }
class I<string text> : Instruction {
  let Namespace = "T"; let Size = 4; let OutOperandList = (outs);
  let InOperandList = (ins); let AsmString = text; field bits<32> Inst;
  let Inst{31-30} = 1; let mayLoad = 0; let mayStore = 0; let hasSideEffects = 0;
  let DecoderNamespace = "Thumb-2 \"";
}
def "def" : I<"one $_x, $is, \\{"> { bits<4> _x; bits<4> is; bits<4> print;
  let InOperandList = (ins Register:$_x, !cast<Operand>("imm<1>"):$is, imm3:$print);
  let AsmString = "one $_x, $is, $print";
  let Inst{3-0} = _x; let Inst{7-4} = is; let Inst{11-8} = print; let Inst{29} = 1; }
def "i.j\n" : I<"two% $self"> { bits<8> self;
  let InOperandList = (ins !cast<Operand>("imm 2"):$self); let Inst{29} = 0;
  let Inst{0} = self{7}; let Inst{2} = self{6}; let Inst{4} = self{5}; let Inst{6} = self{4};
  let Inst{8} = self{3}; let Inst{10} = self{2}; let Inst{12} = self{1}; let Inst{14} = self{0}; }
def "FX\"" : SubtargetFeature<"f\"x", "self", "007", odd>;
def FY : SubtargetFeature<"fy", "Kind", "Ns::class", "">;
def FZ : SubtargetFeature<"fz", "has", "true", "">;
def : Processor<odd, NoItineraries, [FY]>;
def len : CallingConv<[CCIfType<[i32], CCAssignToReg<[8i]>>]>;
def "c c\n\"" : CallingConv<[CCIf<"argument.type == 'x' # comment", CCPromoteToType<i32>>,
  CCIf<"(state.variadic # one\n or flags.split)", CCDelegateTo<len>>,
  CCAssignToStack<0, 0>]>;
def "saved\"" : CalleeSavedRegs<(add 8i)>;
class Row<string n> { string is = n; bits<4> index = 3; bits<4> index_ = 2; int _x = 1; }
def r1 : Row<odd>; def r2 : Row<"é…">;
def "Table\"" : GenericTable { let FilterClass = "Row"; let CppTypeName = "NamedTuple";
  let Fields = ["is", "index", "index_"]; let PrimaryKey = ["index", "index_"];
  let PrimaryKeyName = "lookup::by<index>"; }
def Enum : GenericEnum { let FilterClass = "Row"; }
def " known" : PatFrag<(ops node:$x), (abs node:$x), [{ (known.alignment > 1 # why
   and known.address_space == 0) }]>;
def "print" : PatLeaf<(imm), [{ imm > abs(-1) }]>;
def ADD : I<"add"> { let OutOperandList = (outs Register:$d); let Inst{28} = 1;
  let InOperandList = (ins Register:$a, imm3:$b); let Inst{29} = 1;
  bits<2> d; bits<2> a; bits<4> b; let Inst{3-2} = a; let Inst{1-0} = d; let Inst{7-4} = b; }
def "or\"" : SDNode<"odd\"node\n", SDTIntUnaryOp>;
def : Pat<(i32 (add Register:$a, (!cast<PatLeaf>("print")):$b)), (ADD Register:$a, $b)>;
def : Pat<(i32 (!cast<SDNode>("or\"") (!cast<PatFrag>(" known") Register:$a))),
  (ADD Register:$a, 1)>;
def T : Target { let InstructionSet = TInfo; }
def Mapped : CheckImmOperand<0, 3> { let FunctionMapper = "Ns<1>::map"; }
def : TIIPredicate<"is<1>", MCReturnStatement<CheckAll<[
  Mapped, CheckImmOperand_s<0, "-017">, CheckNonPortable<"MI.getOperand(0).isImm()"> ]>>>;
def "map\"" : InstrMapping {
  let FilterClass = "I"; let RowFields = ["Size"]; let ColFields = ["AsmString"];
  let KeyCol = ["add"]; let ValueCols = [["a\"b"], ["two% $self"]];
}
