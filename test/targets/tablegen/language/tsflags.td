// Flags packed by range, from a record's field.
class Format<bits<3> v> { bits<3> Value = v; }
def Scalar : Format<1>;
def Vector : Format<5>;
class Inst<Format f> {
  Format Form = f;
  bit Masked = 0;
  bits<64> TSFlags = 0;
  let TSFlags{0} = Masked;
  let TSFlags{3-1} = Form.Value;
}
def ADD : Inst<Scalar>;
let Masked = 1 in def VADD : Inst<Vector>;
