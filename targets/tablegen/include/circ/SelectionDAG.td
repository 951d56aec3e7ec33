// What patterns of instruction selection are written with.
//
// Predicates and transforms are Python expressions: `N` is the node that matched, and in
// an immediate's predicate `imm` its value as a signed number.

class SDNodeProperty;
def SDNPCommutative : SDNodeProperty;
def SDNPAssociative : SDNodeProperty;
def SDNPHasChain    : SDNodeProperty; // ordered with other effects
def SDNPOutGlue     : SDNodeProperty;
def SDNPInGlue      : SDNodeProperty;
def SDNPOptInGlue   : SDNodeProperty;
def SDNPMayStore    : SDNodeProperty;
def SDNPMayLoad     : SDNodeProperty;
def SDNPSideEffect  : SDNodeProperty;
def SDNPMemOperand  : SDNodeProperty;
def SDNPVariadic    : SDNodeProperty;

class SDPatternOperator {
  list<SDNodeProperty> Properties = [];
}

// Types of a node's results (numbered first) and operands, relative to each other.
class SDTypeConstraint<int opnum> {
  int OperandNum = opnum;
}
class SDTCisVT<int OpNum, ValueType vt> : SDTypeConstraint<OpNum> {
  ValueType VT = vt;
}
class SDTCisPtrTy<int OpNum> : SDTypeConstraint<OpNum>;
class SDTCisInt<int OpNum> : SDTypeConstraint<OpNum>; // or a vector of them
class SDTCisFP<int OpNum> : SDTypeConstraint<OpNum>;
class SDTCisVec<int OpNum> : SDTypeConstraint<OpNum>;
class SDTCisSameAs<int OpNum, int OtherOp> : SDTypeConstraint<OpNum> {
  int OtherOperandNum = OtherOp;
}
class SDTCisVTSmallerThanOp<int OpNum, int OtherOp> : SDTypeConstraint<OpNum> {
  int OtherOperandNum = OtherOp;
}
class SDTCisOpSmallerThanOp<int SmallOp, int BigOp> : SDTypeConstraint<SmallOp> {
  int BigOperandNum = BigOp;
}
class SDTCisEltOfVec<int ThisOp, int OtherOp> : SDTypeConstraint<ThisOp> {
  int OtherOpNum = OtherOp;
}
class SDTCisSubVecOfVec<int ThisOp, int OtherOp> : SDTypeConstraint<ThisOp> {
  int OtherOpNum = OtherOp;
}
class SDTCVecEltisVT<int OpNum, ValueType vt> : SDTypeConstraint<OpNum> {
  ValueType VT = vt;
}
class SDTCisSameNumEltsAs<int OpNum, int OtherOp> : SDTypeConstraint<OpNum> {
  int OtherOperandNum = OtherOp;
}
class SDTCisSameSizeAs<int OpNum, int OtherOp> : SDTypeConstraint<OpNum> {
  int OtherOperandNum = OtherOp;
}

class SDTypeProfile<int numresults, int numoperands,
                    list<SDTypeConstraint> constraints> {
  int NumResults = numresults;
  int NumOperands = numoperands; // -1: any number
  list<SDTypeConstraint> Constraints = constraints;
}
def SDTNone       : SDTypeProfile<0, 0, []>;
def SDTIntLeaf    : SDTypeProfile<1, 0, [SDTCisInt<0>]>;
def SDTFPLeaf     : SDTypeProfile<1, 0, [SDTCisFP<0>]>;
def SDTPtrLeaf    : SDTypeProfile<1, 0, [SDTCisPtrTy<0>]>;
def SDTOther      : SDTypeProfile<1, 0, [SDTCisVT<0, OtherVT>]>;
def SDTUNDEF      : SDTypeProfile<1, 0, []>;
def SDTUnaryOp    : SDTypeProfile<1, 1, []>;
def SDTIntUnaryOp : SDTypeProfile<1, 1, [SDTCisSameAs<0, 1>, SDTCisInt<0>]>;
def SDTFPUnaryOp  : SDTypeProfile<1, 1, [SDTCisSameAs<0, 1>, SDTCisFP<0>]>;
def SDTIntBinOp
    : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisInt<0>]>;
def SDTIntShiftOp
    : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisInt<0>, SDTCisInt<2>]>;
def SDTFPBinOp
    : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisFP<0>]>;
def SDTIntToFPOp
    : SDTypeProfile<1, 1, [SDTCisFP<0>, SDTCisInt<1>, SDTCisSameNumEltsAs<0, 1>]>;
def SDTFPToIntOp
    : SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisFP<1>, SDTCisSameNumEltsAs<0, 1>]>;
def SDTExtInreg
    : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisInt<0>, SDTCisVT<2, OtherVT>,
                           SDTCisVTSmallerThanOp<2, 1>]>;
def SDTLoad   : SDTypeProfile<1, 1, [SDTCisPtrTy<1>]>;
def SDTStore  : SDTypeProfile<0, 2, [SDTCisPtrTy<1>]>;
def SDTBr     : SDTypeProfile<0, 1, [SDTCisVT<0, OtherVT>]>;
def SDTBrcond : SDTypeProfile<0, 2, [SDTCisInt<0>, SDTCisVT<1, OtherVT>]>;
def SDTBrind  : SDTypeProfile<0, 1, [SDTCisPtrTy<0>]>;

class SDNode<string opcode, SDTypeProfile typeprof, list<SDNodeProperty> props = [],
             string sdclass = "SDNode"> : SDPatternOperator {
  string Opcode = opcode;
  string SDClass = sdclass;
  let Properties = props;
  SDTypeProfile TypeProfile = typeprof;
}

// Words of patterns that are not nodes.
def set;      // (set results…, value)
def implicit; // a register that is set along
def node;     // any operand of a fragment
def srcvalue;

// Leaves: constants, addresses and labels.
def imm         : SDNode<"constant", SDTIntLeaf>;
def fpimm       : SDNode<"float_constant", SDTFPLeaf>;
def frameindex  : SDNode<"frame_object", SDTPtrLeaf>;
def globaladdr  : SDNode<"symbol", SDTPtrLeaf>;
def bb          : SDNode<"block", SDTOther>;
def vt          : SDNode<"type", SDTOther>;
def undef       : SDNode<"undefined", SDTUNDEF>;

// Nodes that compute; the opcode is the one of gen. Lists of registers are computed
// with some of their names too.
class BinaryNode<string opcode, SDTypeProfile profile, list<SDNodeProperty> props = []>
    : SDNode<opcode, profile, props>;
class Commuting<string opcode>
    : BinaryNode<opcode, SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def add   : Commuting<"ADD">;
def sub   : BinaryNode<"SUB", SDTIntBinOp>;
def mul   : Commuting<"MUL">;
def mulhs : BinaryNode<"MUL_HI.int", SDTIntBinOp, [SDNPCommutative]>;
def mulhu : BinaryNode<"MUL_HI.uint", SDTIntBinOp, [SDNPCommutative]>;
def and   : Commuting<"AND">;
def or    : Commuting<"OR">;
def xor   : Commuting<"XOR">;
def shl   : BinaryNode<"SHL", SDTIntBinOp>; // amounts of the same type
def srl   : BinaryNode<"SHR", SDTIntBinOp>;
def sra   : BinaryNode<"ASR", SDTIntBinOp>;
def rotl  : BinaryNode<"", SDTIntShiftOp>; // gen has none
def rotr  : BinaryNode<"", SDTIntShiftOp>;
def fadd  : BinaryNode<"ADD", SDTFPBinOp, [SDNPCommutative]>;
def fsub  : BinaryNode<"SUB", SDTFPBinOp>;
def fmul  : BinaryNode<"MUL", SDTFPBinOp, [SDNPCommutative]>;
def fdiv  : BinaryNode<"DIV", SDTFPBinOp>;
def ctlz  : SDNode<"LZD", SDTIntUnaryOp>;
def trunc : SDNode<"CVT", SDTUnaryOp>;
def sint_to_fp : SDNode<"CVT.float.int", SDTIntToFPOp>;
def fp_to_sint : SDNode<"CVT.int.float", SDTFPToIntOp>;
def ld : SDNode<"LOAD", SDTLoad, [SDNPHasChain, SDNPMayLoad, SDNPMemOperand]>;
def st : SDNode<"STORE", SDTStore, [SDNPHasChain, SDNPMayStore, SDNPMemOperand]>;

// A value computed from a constant when the pattern's result is built.
class SDNodeXForm<SDNode opc, code xformFunction> {
  SDNode Opcode = opc;
  code XFormFunction = xformFunction;
}
def NOOP_SDNodeXForm : SDNodeXForm<imm, [{}]>;

// A part of patterns that has a name; a predicate may restrict what it matches.
class PatFrags<dag ops, list<dag> frags, code pred = [{}],
               SDNodeXForm xform = NOOP_SDNodeXForm> : SDPatternOperator {
  dag Operands = ops;
  list<dag> Fragments = frags;  // alternatives
  code PredicateCode = pred;
  code ImmediateCode = [{}];
  SDNodeXForm OperandTransform = xform;
  bit PredicateCodeUsesOperands = 0;
  // Ready-made predicates of memory accesses.
  bit IsLoad = ?;
  bit IsStore = ?;
  bit IsNonExtLoad = ?;
  bit IsAnyExtLoad = ?;
  bit IsSignExtLoad = ?;
  bit IsZeroExtLoad = ?;
  bit IsTruncStore = ?;
  list<int> AddressSpaces = ?;
  int MinAlignment = ?;
  ValueType MemoryVT = ?;
  ValueType ScalarMemoryVT = ?;
}
class PatFrag<dag ops, dag frag, code pred = [{}],
              SDNodeXForm xform = NOOP_SDNodeXForm>
    : PatFrags<ops, [frag], pred, xform>;
class OutPatFrag<dag ops, dag frag> : PatFrag<ops, frag>; // of results
class PatLeaf<dag frag, code pred = [{}], SDNodeXForm xform = NOOP_SDNodeXForm>
    : PatFrag<(ops), frag, pred, xform>;
class ImmLeaf<ValueType vt, code pred, SDNodeXForm xform = NOOP_SDNodeXForm,
              SDNode ImmNode = imm>
    : PatFrag<(ops), (vt ImmNode), [{}], xform> {
  let ImmediateCode = pred;
  bit IsAPInt = 0;
  bit IsAPFloat = 0;
}

class Pattern<dag patternToMatch, list<dag> resultInstrs> {
  dag PatternToMatch = patternToMatch;
  list<dag> ResultInstrs = resultInstrs;
  list<Predicate> Predicates = [];
  int AddedComplexity = 0; // tried before patterns of the same size
}
class Pat<dag pattern, dag result> : Pattern<pattern, [result]>;

// Several operands that a function finds at once, such as base and offset.
class ComplexPattern<ValueType ty, int numops, string fn, list<SDNode> roots = [],
                     list<SDNodeProperty> props = [], int complexity = -1> {
  ValueType Ty = ty;
  int NumOperands = numops;
  string SelectFunc = fn;
  list<SDNode> RootNodes = roots;
  list<SDNodeProperty> Properties = props;
  int Complexity = complexity;
}

// Accesses to memory of the type itself, and of narrower parts of it.
def load : PatFrag<(ops node:$ptr), (ld node:$ptr)> {
  let IsLoad = 1;
  let IsNonExtLoad = 1;
}
def sextload : PatFrag<(ops node:$ptr), (ld node:$ptr)> {
  let IsLoad = 1;
  let IsSignExtLoad = 1;
}
def zextload : PatFrag<(ops node:$ptr), (ld node:$ptr)> {
  let IsLoad = 1;
  let IsZeroExtLoad = 1;
}
def store : PatFrag<(ops node:$val, node:$ptr), (st node:$val, node:$ptr)> {
  let IsStore = 1;
  let IsTruncStore = 0;
}
def truncstore : PatFrag<(ops node:$val, node:$ptr), (st node:$val, node:$ptr)> {
  let IsStore = 1;
  let IsTruncStore = 1;
}
