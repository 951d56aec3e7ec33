// Registers, their parts, and the classes that operands choose from.

class SubRegIndex<int size, int offset = 0> {
  string Namespace = "";
  int Size = size;     // bits
  int Offset = offset; // of the part's lowest bit; -1 if it is not a run of bits
  list<SubRegIndex> ComposedOf = [];            // two steps that reach the same part
  list<SubRegIndex> CoveringSubRegIndices = []; // parts that fill this one
}

// The part B of the part A.
class ComposedSubRegIndex<SubRegIndex A, SubRegIndex B>
    : SubRegIndex<B.Size, !cond(!eq(A.Offset, -1) : -1,
                                !eq(B.Offset, -1) : -1,
                                1 : !add(A.Offset, B.Offset))> {
  let ComposedOf = [A, B];
}

// Names one of several spellings of registers.
class RegAltNameIndex {
  string Namespace = "";
  RegAltNameIndex FallbackRegAltNameIndex = ?;
}
def NoRegAltName : RegAltNameIndex;

class Register<string n, list<string> altNames = []> {
  string Namespace = "";
  string AsmName = n;
  list<string> AltNames = altNames;
  list<RegAltNameIndex> RegAltNameIndices = []; // one for each alternative name
  list<Register> Aliases = [];   // share storage without being parts
  list<Register> SubRegs = [];
  list<SubRegIndex> SubRegIndices = []; // one for each part, in the same order
  list<int> DwarfNumbers = [];   // one a debugger flavour; -1 none, -2 the same as 0
  list<int> CostPerUse = [0];
  bit CoveredBySubRegs = 0;  // nothing is outside the parts
  bits<16> HWEncoding = 0;       // number in the instruction word
  bit isArtificial = 0;      // never in a program
  bit isConstant = 0;        // writing it has no effect
  int PositionOrder = 0;         // sorts before the name does
}

class RegisterWithSubRegs<string n, list<Register> subregs> : Register<n> {
  let SubRegs = subregs;
}

// What the operand of an instruction can be.
class DAGOperand {
  string OperandNamespace = "MCOI";
  string DecoderMethod = "";
}

class RegisterClass<string namespace, list<ValueType> regTypes, int alignment,
                    dag regList, RegAltNameIndex idx = NoRegAltName>
    : DAGOperand {
  string Namespace = namespace;
  list<ValueType> RegTypes = regTypes; // all of one size
  int Size = 0;                // bits of a spill slot; 0: those of the first type
  int Alignment = alignment;   // bits, of a spill slot
  int CopyCost = 1;            // negative: cannot be copied
  dag MemberList = regList;    // in allocation order
  RegAltNameIndex altNameIndex = idx;
  bit isAllocatable = 1;
  list<dag> AltOrders = [];    // other allocation orders
  code AltOrderSelect = [{}];
  int AllocationPriority = 0;
  bit GlobalPriority = 0;
  bit GeneratePressureSet = 1;
  int Weight = ?;
  string DiagnosticType = "";
  string DiagnosticString = "";
  bits<8> TSFlags = 0;         // for the target's own use
  int BaseClassOrder = ?;
}

// Operators of register lists, beside `add`, `sub`, `and`, `shl`, `trunc`, `rotl`, `rotr`.
def sequence;   // (sequence "S%u", 0, 57)
def decimate;   // every n-th register
def interleave; // one of each list in turn

// Registers that are made of others: the i-th of each list form the i-th tuple.
class RegisterTuples<list<SubRegIndex> Indices, list<dag> Regs,
                     list<string> RegNames = []> {
  list<dag> SubRegs = Regs;
  list<SubRegIndex> SubRegIndices = Indices;
  list<string> RegAsmNames = RegNames;
  int PositionOrder = 0;
}

class RegisterCategory<list<RegisterClass> classes> {
  list<RegisterClass> Classes = classes;
}

// Mix-ins for the numbers of debug information.
class DwarfRegNum<list<int> Numbers> {
  list<int> DwarfNumbers = Numbers;
}
class DwarfRegAlias<Register reg> {
  Register DwarfAlias = reg;
}
