// The types of values that registers, operands and patterns name.
//
// Number and size are those of LLVM's machine value types, of which this is a part, so
// that descriptions mean the same with either base.

class ValueType<int size, int value> {
  string Namespace = "MVT";
  string LLVMName = NAME;
  int Size = size;   // bits
  int Value = value; // number among all types
  int nElem = 1;
  ValueType ElementType = ?;
  bit isOverloaded = 0; // stands for several types
  bit isInteger = 0;
  bit isFP = 0;
  bit isVector = 0;
  bit isScalable = 0;
  bit isNormalValueType = 1;
}

class VTInt<int size, int value> : ValueType<size, value> {
  let isInteger = 1;
}

class VTFP<int size, int value> : ValueType<size, value> {
  let isFP = 1;
}

class VTVec<int nelem, ValueType elt, int value>
    : ValueType<!mul(nelem, elt.Size), value> {
  let nElem = nelem;
  let ElementType = elt;
  let isInteger = elt.isInteger;
  let isFP = elt.isFP;
  let isVector = 1;
}

class VTAny<int value> : ValueType<0, value> {
  let isOverloaded = 1;
}

defset list<ValueType> ValueTypes = {
  def OtherVT : ValueType<0, 1> { let LLVMName = "Other"; } // labels, types as values

  def i1   : VTInt<1, 2>;
  def i8   : VTInt<8, 5>;
  def i16  : VTInt<16, 6>;
  def i32  : VTInt<32, 7>;
  def i64  : VTInt<64, 8>;
  def i128 : VTInt<128, 9>;
  def f16  : VTFP<16, 11>;
  def f32  : VTFP<32, 12>;
  def f64  : VTFP<64, 13>;

  def v8i1   : VTVec<8, i1, 21>;
  def v16i1  : VTVec<16, i1, 22>;
  def v8i8   : VTVec<8, i8, 38>;
  def v16i8  : VTVec<16, i8, 39>;
  def v8i16  : VTVec<8, i16, 50>;
  def v16i16 : VTVec<16, i16, 51>;
  def v8i32  : VTVec<8, i32, 64>;
  def v16i32 : VTVec<16, i32, 69>;
  def v8i64  : VTVec<8, i64, 81>;
  def v16f32 : VTVec<16, f32, 119>;
  def v8f64  : VTVec<8, f64, 131>;

  def Glue    : ValueType<0, 191>; // keeps two nodes together
  def isVoid  : ValueType<0, 192>; // no value
  def untyped : ValueType<8, 193> { let LLVMName = "Untyped"; } // its class says what

  let isNormalValueType = 0 in {
    def vAny : VTAny<251>;
    def fAny : VTAny<252>;
    def iAny : VTAny<253>;
    def iPTR : ValueType<0, 254>; // the integer type of an address on this target
    def Any  : VTAny<255>;
  }
}
