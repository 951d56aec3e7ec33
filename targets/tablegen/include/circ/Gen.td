// The nodes of gen that patterns of machines match, beside those of SelectionDAG.td.
//
// A node's opcode is gen's. Where the signedness of a type matters it follows: `LT.int`
// is LT at int8, int16 and int32, `LT.uint` at the unsigned types and bool, `LT` at all.
// Conversions have two: `CVT.float.int` is from a signed integer to a float, and
// `CVT..int` from one to anything. Types are i1 (bool), i8, i16, i32 and f32. More:
// docs/instruction-selection.md.

// The type of addresses, where registers hold wider integers too.
class PointerType<ValueType type> {
  ValueType Type = type;
}

// A value computed from several constants, as (difference $a, $b) in a result.
class Transform<list<string> parameters, code expression>
    : SDNodeXForm<imm, expression> {
  list<string> Parameters = parameters;
}

def SDTGenCompare : SDTypeProfile<1, 2, [
  SDTCisVT<0, i1>, SDTCisInt<1>, SDTCisSameAs<1, 2>
]>;
def SDTGenFloatCompare : SDTypeProfile<1, 2, [
  SDTCisVT<0, i1>, SDTCisFP<1>, SDTCisSameAs<1, 2>
]>;
def seteq  : SDNode<"EQ", SDTGenCompare, [SDNPCommutative]>;
def setne  : SDNode<"NE", SDTGenCompare, [SDNPCommutative]>;
def setlt  : SDNode<"LT.int", SDTGenCompare>;
def setle  : SDNode<"LE.int", SDTGenCompare>;
def setgt  : SDNode<"GT.int", SDTGenCompare>;
def setge  : SDNode<"GE.int", SDTGenCompare>;
def setult : SDNode<"LT.uint", SDTGenCompare>;
def setule : SDNode<"LE.uint", SDTGenCompare>;
def setugt : SDNode<"GT.uint", SDTGenCompare>;
def setuge : SDNode<"GE.uint", SDTGenCompare>;
def setord : SDNode<"ORD", SDTGenCompare>;

// Of floats: ordered but for fsetne, which is true on NaN.
def fseteq  : SDNode<"EQ", SDTGenFloatCompare, [SDNPCommutative]>;
def fsetne  : SDNode<"NE", SDTGenFloatCompare, [SDNPCommutative]>;
def fsetlt  : SDNode<"LT", SDTGenFloatCompare>;
def fsetle  : SDNode<"LE", SDTGenFloatCompare>;
def fsetgt  : SDNode<"GT", SDTGenFloatCompare>;
def fsetge  : SDNode<"GE", SDTGenFloatCompare>;
def fsetord : SDNode<"ORD", SDTGenFloatCompare>;

def SDTGenExtend : SDTypeProfile<1, 1, [
  SDTCisInt<0>, SDTCisInt<1>, SDTCisOpSmallerThanOp<1, 0>
]>;
def SDTGenTruncate : SDTypeProfile<1, 1, [
  SDTCisInt<0>, SDTCisInt<1>, SDTCisOpSmallerThanOp<0, 1>
]>;
def SDTGenSameInt : SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisSameAs<0, 1>]>;
def sext       : SDNode<"CVT..int", SDTGenExtend>;
def zext       : SDNode<"CVT..uint", SDTGenExtend>;
def narrow     : SDNode<"CVT", SDTGenTruncate>;
def cvt_same   : SDNode<"CVT", SDTGenSameInt>; // another signedness
def cvt_float  : SDNode<"CVT", SDTFPUnaryOp>;
def uint_to_fp : SDNode<"CVT.float.uint", SDTIntToFPOp>;
def fp_to_uint : SDNode<"CVT.uint.float", SDTFPToIntOp>;
def bitconvert : SDNode<"BITCAST", SDTUnaryOp>;

def SDTGenSelect : SDTypeProfile<1, 3, [
  SDTCisVT<1, i1>, SDTCisSameAs<0, 2>, SDTCisSameAs<2, 3>
]>;
def SDTGenMultiplyAdd : SDTypeProfile<1, 3, [
  SDTCisSameAs<0, 1>, SDTCisSameAs<1, 2>, SDTCisSameAs<2, 3>
]>;
def select : SDNode<"SEL", SDTGenSelect>;
def mad    : SDNode<"MAD", SDTGenMultiplyAdd>;
def abs    : SDNode<"ABS.int", SDTIntUnaryOp>;
def uabs   : SDNode<"ABS.uint", SDTIntUnaryOp>;
def fabs   : SDNode<"ABS", SDTFPUnaryOp>;
def cttz   : SDNode<"CTZ", SDTIntUnaryOp>;

// Of vectors: comparisons give a bit a lane, by which a selection chooses.
def SDTGenVectorCompare : SDTypeProfile<1, 2, [
  SDTCVecEltisVT<0, i1>, SDTCisInt<1>, SDTCisSameAs<1, 2>, SDTCisSameNumEltsAs<0, 1>
]>;
def SDTGenVectorFloatCompare : SDTypeProfile<1, 2, [
  SDTCVecEltisVT<0, i1>, SDTCisFP<1>, SDTCisSameAs<1, 2>, SDTCisSameNumEltsAs<0, 1>
]>;
def vseteq  : SDNode<"EQ", SDTGenVectorCompare, [SDNPCommutative]>;
def vsetne  : SDNode<"NE", SDTGenVectorCompare, [SDNPCommutative]>;
def vsetlt  : SDNode<"LT.int", SDTGenVectorCompare>;
def vsetle  : SDNode<"LE.int", SDTGenVectorCompare>;
def vsetgt  : SDNode<"GT.int", SDTGenVectorCompare>;
def vsetge  : SDNode<"GE.int", SDTGenVectorCompare>;
def vsetult : SDNode<"LT.uint", SDTGenVectorCompare>;
def vsetule : SDNode<"LE.uint", SDTGenVectorCompare>;
def vsetugt : SDNode<"GT.uint", SDTGenVectorCompare>;
def vsetuge : SDNode<"GE.uint", SDTGenVectorCompare>;
def vsetord : SDNode<"ORD", SDTGenVectorCompare>;
def vfseteq  : SDNode<"EQ", SDTGenVectorFloatCompare, [SDNPCommutative]>;
def vfsetne  : SDNode<"NE", SDTGenVectorFloatCompare, [SDNPCommutative]>;
def vfsetlt  : SDNode<"LT", SDTGenVectorFloatCompare>;
def vfsetle  : SDNode<"LE", SDTGenVectorFloatCompare>;
def vfsetgt  : SDNode<"GT", SDTGenVectorFloatCompare>;
def vfsetge  : SDNode<"GE", SDTGenVectorFloatCompare>;
def vfsetord : SDNode<"ORD", SDTGenVectorFloatCompare>;
def SDTGenVectorSelect : SDTypeProfile<1, 3, [
  SDTCVecEltisVT<1, i1>, SDTCisSameNumEltsAs<0, 1>, SDTCisSameAs<0, 2>,
  SDTCisSameAs<2, 3>
]>;
def vselect : SDNode<"SEL", SDTGenVectorSelect>;

// Across lanes: one lane of a vector, the lanes of another order, each lane's number.
def SDTGenLane : SDTypeProfile<1, 2, [SDTCisEltOfVec<0, 1>, SDTCisVT<2, i32>]>;
def SDTGenShuffle : SDTypeProfile<1, 2, [
  SDTCisVec<0>, SDTCisSameAs<0, 1>, SDTCisInt<2>, SDTCisSameNumEltsAs<0, 2>
]>;
def SDTGenLaneNumbers : SDTypeProfile<1, 0, [SDTCisVec<0>, SDTCisInt<0>]>;
def getlane      : SDNode<"SIMD_SHUFFLE", SDTGenLane>;
def shuffle      : SDNode<"SIMD_SHUFFLE", SDTGenShuffle>;
def lane_numbers : SDNode<"SIMD_ID", SDTGenLaneNumbers>;

// Accesses; what is loaded from fewer bytes is extended by the signedness.
class LoadNode<string opcode>
    : SDNode<opcode, SDTLoad, [SDNPHasChain, SDNPMayLoad, SDNPMemOperand]>;
def ld_int  : LoadNode<"LOAD.int">;
def ld_uint : LoadNode<"LOAD.uint">;

// Leaves as nodes: their operand is the constant, the symbol or the frame's object.
def SDTGenAddress : SDTypeProfile<1, 1, [SDTCisPtrTy<0>, SDTCisPtrTy<1>]>;
def symbol : SDNode<"SYMBOL", SDTGenAddress>;
def frame  : SDNode<"FRAME", SDTGenAddress>;

// A branch to a label where the operand is not 0, and one where it is.
def SDTGenBranch : SDTypeProfile<0, 2, [SDTCisInt<0>, SDTCisVT<1, OtherVT>]>;
def br_if   : SDNode<"BRA", SDTGenBranch, [SDNPHasChain]>;
def br_zero : SDNode<"BRA_ZERO", SDTGenBranch, [SDNPHasChain]>;
