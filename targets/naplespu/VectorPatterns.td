// Which instructions become of gen's nodes on sixteen lanes.
//
// A vector is in a vector register, its lanes as scalars are (`Patterns.td`); sixteen
// bools are the low bits of a scalar register, lane 0 lowest, and above them zeros. A
// constant of a vector type is the same in all lanes; of bools it is all sixteen bits.
// A value that is the same in all lanes is `splat` of a scalar.
//
// Facts: docs/reference/naplespu-isa.md, sections 2.1, 4 and 5.2;
// docs/instruction-selection.md.

//===-- Fragments -----------------------------------------------------------------===//

def splat : SDNode<"naplespu.splat", SDTypeProfile<1, 1, [SDTCisEltOfVec<1, 0>]>>;

// Whether a mask has a bit, or all of them.
def TestOfMask : SDTypeProfile<1, 1, [SDTCisVT<0, i1>, SDTCisVT<1, v16i1>]>;
def any_lane  : SDNode<"naplespu.any_lane", TestOfMask>;
def all_lanes : SDNode<"naplespu.all_lanes", TestOfMask>;

def vword : OutPatFrag<(ops node:$x), (v16i32 (COPY_TO_REGCLASS node:$x, VR512W))>;
def vsame : OutPatFrag<(ops node:$x), (COPY_TO_REGCLASS node:$x, VR512W)>;
def mask  : OutPatFrag<(ops node:$x), (v16i1 (COPY_TO_REGCLASS node:$x, GPR32))>;

def known_vector_amount  : Known<v16i32, [{ known.unsigned_bits(N) <= 5 }]>;
def known_vector_lanes   : Known<v16i32, [{ known.unsigned_bits(N) <= 4 }]>;
def known_vector_positive: Known<v16i32, [{ known.unsigned_bits(N) < 32 }]>;
def known_vector_sext8   : Known<v16i8,  [{ known.signed_bits(N) <= 8 }]>;
def known_vector_sext16  : Known<v16i16, [{ known.signed_bits(N) <= 16 }]>;
def known_lane           : Known<i32,    [{ known.unsigned_bits(N) <= 4 }]>;

def modulo16 : Transform<["imm"], [{ imm % 16 }]>;
def lane_bit : Transform<["imm"], [{ 1 << imm if 0 <= imm < 16 else 0 }]>;

def : Pat<(v16i1 (splat i1:$x)), (MULLSSS_32 $x, 0xFFFF)>;
foreach vt = [v16i8, v16i16, v16i32, v16f32] in
def : Pat<(vt (splat vt.ElementType:$x)), (MOVE_VS_32 $x)>;

//===-- Integers ------------------------------------------------------------------===//

defvar VectorWords = [v16i8, v16i16, v16i32];

multiclass OnVectors<SDNode operation, string name> {
  foreach vt = VectorWords in {
    def : Pat<(vt (operation vt:$x, vt:$y)),
              (!cast<Instruction>(name # "VVV_U_32") $x, $y)>;
    def : Pat<(vt (operation vt:$x, (vt (splat vt.ElementType:$y)))),
              (!cast<Instruction>(name # "VVS_U_32") $x, $y)>;
    def : Pat<(vt (operation vt:$x, imm:$y)),
              (!cast<Instruction>(name # "VVS_U_32") $x, (i32 (signed $y)))>;
  }
}
multiclass VectorIdentity<SDNode operation, int neutral> {
  foreach vt = VectorWords in
  def : Pat<(vt (operation vt:$x, neutral)), (vt $x)>;
}
multiclass VectorAbsorbing<SDNode operation, int number> {
  foreach vt = VectorWords in
  def : Pat<(vt (operation node, number)), (vt number)>;
}
defm : OnVectors<add, "ADD">;
defm : OnVectors<sub, "SUB">;
defm : OnVectors<mul, "MULL">;
defm : OnVectors<and, "AND">;
defm : OnVectors<or,  "OR">;
defm : OnVectors<xor, "XOR">;
defm : VectorIdentity<add, 0>;
defm : VectorIdentity<sub, 0>;
defm : VectorIdentity<mul, 1>;
defm : VectorIdentity<and, -1>;
defm : VectorIdentity<or,  0>;
defm : VectorIdentity<xor, 0>;
defm : VectorAbsorbing<mul, 0>;
defm : VectorAbsorbing<and, 0>;

foreach vt = VectorWords in {
  def : Pat<(vt (sub 0, vt:$x)), (mul $x, -1)>;
  def : Pat<(vt (mad vt:$x, vt:$y, vt:$z)), (add (vt (mul $x, $y)), $z)>;
  def : Pat<(vt (uabs vt:$x)), (vt $x)>;
}
let AddedComplexity = 10 in
def : Pat<(v16i32 (known_masked v16i32:$x, imm:$mask)), (v16i32 $x)>;

multiclass VectorHighHalf<SDNode operation, SDNode extend, string name> {
  def : Pat<(v16i32 (operation v16i32:$x, v16i32:$y)),
            (!cast<Instruction>(name # "VVV_U_32") $x, $y)>;
  def : Pat<(v16i32 (operation v16i32:$x, (v16i32 (splat i32:$y)))),
            (!cast<Instruction>(name # "VVS_U_32") $x, $y)>;
  def : Pat<(v16i32 (operation v16i32:$x, imm:$y)),
            (!cast<Instruction>(name # "VVS_U_32") $x, (word $y))>;
  foreach vt = [v16i8, v16i16] in
  def : Pat<(vt (operation vt:$x, vt:$y)),
            (vsame (v16i32 (sra (mul (v16i32 (extend $x)), (v16i32 (extend $y))),
                                vt.ElementType.Size)))>;
}
defm : VectorHighHalf<mulhs, sext, "MULH">;
defm : VectorHighHalf<mulhu, zext, "MULHU">;

//===-- Shifts --------------------------------------------------------------------===//

multiclass VectorShift<SDNode operation, string name> {
  def : Pat<(v16i32 (operation v16i32:$x, (known_vector_amount v16i32:$n))),
            (!cast<Instruction>(name # "VVV_U_32") $x, $n)>;
  def : Pat<(v16i32 (operation v16i32:$x, v16i32:$n)),
            (!cast<Instruction>(name # "VVV_U_32") $x, (v16i32 (and $n, 31)))>;
  def : Pat<(v16i32 (operation v16i32:$x, (v16i32 (splat i32:$n)))),
            (!cast<Instruction>(name # "VVS_U_32") $x, (i32 (and $n, 31)))>;
  def : Pat<(v16i32 (operation v16i32:$x, imm:$n)),
            (!cast<Instruction>(name # "VVS_U_32") $x, (i32 (modulo32 $n)))>;
  let AddedComplexity = 1 in
  def : Pat<(v16i32 (operation v16i32:$x, (v16i32 no_shift))), (v16i32 $x)>;
}
defm : VectorShift<shl, "SLL">;
defm : VectorShift<srl, "SRL">;
defm : VectorShift<sra, "SRA">;

multiclass NarrowVectorShift<SDNode operation, SDPatternOperator extend> {
  foreach vt = [v16i8, v16i16] in
  def : Pat<(vt (operation vt:$x, vt:$n)),
            (vsame (v16i32 (operation (v16i32 (extend $x)),
                                      (and (vword $n),
                                           !sub(vt.ElementType.Size, 1)))))>;
}
defm : NarrowVectorShift<shl, vword>;
defm : NarrowVectorShift<srl, zext>;
defm : NarrowVectorShift<sra, sext>;

//===-- Bits ----------------------------------------------------------------------===//

def : Pat<(v16i32 (ctlz v16i32:$x)), (CLZVV_U_32 $x)>;
def : Pat<(v16i32 (cttz v16i32:$x)), (CTZVV_U_32 $x)>;
foreach vt = [v16i8, v16i16] in {
  def : Pat<(vt (ctlz vt:$x)),
            (vsame (v16i32 (sub (ctlz (v16i32 (zext $x))),
                                !sub(32, vt.ElementType.Size))))>;
  def : Pat<(vt (cttz vt:$x)),
            (vsame (v16i32 (cttz (or (vword $x), !shl(1, vt.ElementType.Size)))))>;
  def : Pat<(vt (abs vt:$x)), (vsame (v16i32 (abs (v16i32 (sext $x)))))>;
}
def : Pat<(v16i32 (abs v16i32:$x)), (abs_by_sign $x, (v16i32 (sra $x, 31)))>;
def : Pat<(v16i32 (abs_by_sign v16i32:$x, v16i32:$sign)), (sub (xor $x, $sign), $sign)>;

//===-- Masks ---------------------------------------------------------------------===//

def : Pat<(v16i1 (and v16i1:$x, v16i1:$y)), (ANDSSS_32 $x, $y)>;
def : Pat<(v16i1 (or  v16i1:$x, v16i1:$y)), (ORSSS_32 $x, $y)>;
def : Pat<(v16i1 (xor v16i1:$x, v16i1:$y)), (XORSSS_32 $x, $y)>;
def : Pat<(v16i1 (and v16i1:$x, -1)), (v16i1 $x)>;
def : Pat<(v16i1 (and node, 0)), (v16i1 0)>;
def : Pat<(v16i1 (or  node, -1)), (v16i1 0xFFFF)>;
def : Pat<(v16i1 (or  v16i1:$x, 0)), (v16i1 $x)>;
def : Pat<(v16i1 (xor v16i1:$x, 0)), (v16i1 $x)>;
def : Pat<(v16i1 (xor (xor v16i1:$x, -1), -1)), (v16i1 $x)>;

// The lowest bit of each lane, and the bits of a word, one a lane.
foreach vt = VectorWords in
def : Pat<(v16i1 (vsetne (and vt:$x, 1), 0)),
          (v16i1 (COPY_TO_REGCLASS (i32 (CREATEMASK_32 $x)), GPR32))>;
def : Pat<(v16i1 (vsetne (and (srl (v16i32 (splat i32:$x)), (v16i32 (lane_numbers))), 1),
                         0)),
          (mask (i32 (and $x, 0xFFFF)))>;
// One lane by its number.
def : Pat<(v16i1 (vseteq (v16i32 (lane_numbers)), imm:$i)), (v16i1 (lane_bit $i))>;
let AddedComplexity = 1 in
def : Pat<(v16i1 (vseteq (v16i32 (lane_numbers)), (v16i32 (splat (known_lane i32:$i))))),
          (SLLSSS_32 (i32 1), $i)>;

def : Pat<(i1 (any_lane v16i1:$x)), (setne (i32 (COPY_TO_REGCLASS $x, GPR32)), 0)>;
def : Pat<(i1 (all_lanes v16i1:$x)), (seteq (i32 (COPY_TO_REGCLASS $x, GPR32)), 0xFFFF)>;

//===-- Comparisons ---------------------------------------------------------------===//
//
// Comparisons of vectors have their bits in a scalar register, and ignore the mask.

multiclass VectorWordComparison<SDNode node, string name, string exchanged> {
  def : Pat<(v16i1 (node v16i32:$x, v16i32:$y)),
            (!cast<Instruction>(name # "SVV_U_32") $x, $y)>;
  def : Pat<(v16i1 (node v16i32:$x, (v16i32 (splat i32:$y)))),
            (!cast<Instruction>(name # "SVS_U_32") $x, $y)>;
  def : Pat<(v16i1 (node (v16i32 (splat i32:$x)), v16i32:$y)),
            (!cast<Instruction>(exchanged # "SVS_U_32") $y, $x)>;
  def : Pat<(v16i1 (node v16i32:$x, imm:$y)),
            (!cast<Instruction>(name # "SVS_U_32") $x, (word $y))>;
  def : Pat<(v16i1 (node imm:$x, v16i32:$y)),
            (!cast<Instruction>(exchanged # "SVS_U_32") $y, (word $x))>;
}
multiclass VectorComparison<SDNode node, SDNode extend, string name, string exchanged> {
  defm : VectorWordComparison<node, name, exchanged>;
  foreach vt = [v16i8, v16i16] in
  def : Pat<(v16i1 (node vt:$x, vt:$y)),
            (node (v16i32 (extend $x)), (v16i32 (extend $y)))>;
}
defm : VectorComparison<vsetlt, sext, "SLTSI", "SGTSI">;
defm : VectorComparison<vsetle, sext, "SLESI", "SGESI">;
defm : VectorComparison<vsetgt, sext, "SGTSI", "SLTSI">;
defm : VectorComparison<vsetge, sext, "SGESI", "SLESI">;
defm : VectorComparison<vsetult, zext, "SLTUI", "SGTUI">;
defm : VectorComparison<vsetule, zext, "SLEUI", "SGEUI">;
defm : VectorComparison<vsetugt, zext, "SGTUI", "SLTUI">;
defm : VectorComparison<vsetuge, zext, "SGEUI", "SLEUI">;
defm : VectorComparison<vseteq, sext, "SEQSI", "SEQSI">;
defm : VectorComparison<vsetne, sext, "SNESI", "SNESI">;
foreach vt = [v16i1, v16i8, v16i16, v16i32] in
def : Pat<(v16i1 (vsetord (vt node), (vt node))), (v16i1 0xFFFF)>;

// Of bools, which have no sign: 0 is less than 1.
def : Pat<(v16i1 (vseteq v16i1:$x, v16i1:$y)), (xor (v16i1 (xor $x, $y)), -1)>;
def : Pat<(v16i1 (vsetne v16i1:$x, v16i1:$y)), (xor $x, $y)>;
def : Pat<(v16i1 (vsetult v16i1:$x, v16i1:$y)), (and (v16i1 (xor $x, -1)), $y)>;
def : Pat<(v16i1 (vsetule v16i1:$x, v16i1:$y)), (or (v16i1 (xor $x, -1)), $y)>;
def : Pat<(v16i1 (vsetugt v16i1:$x, v16i1:$y)), (and (v16i1 (xor $y, -1)), $x)>;
def : Pat<(v16i1 (vsetuge v16i1:$x, v16i1:$y)), (or (v16i1 (xor $y, -1)), $x)>;

//===-- Selections ----------------------------------------------------------------===//
//
// A move under the mask. It is one pseudo until registers are allocated, since the mask
// is that of all vector instructions.

foreach vt = [v16i8, v16i16, v16i32, v16f32] in {
  def : Pat<(vt (vselect (v16i1 -1), vt:$x, node)), (vt $x)>;
  def : Pat<(vt (vselect (v16i1 0), node, vt:$y)), (vt $y)>;
  let AddedComplexity = 20 in
  def : Pat<(vt (vselect (v16i1 node), vt:$x, vt:$x)), (vt $x)>;
  def : Pat<(vt (vselect v16i1:$c, vt:$x, vt:$y)), (SELECTVI $c, $x, $y)>;
}

def : Pat<(v16i1 (vselect v16i1:$c, v16i1:$x, v16i1:$y)),
          (xor (v16i1 (and (v16i1 (xor $x, $y)), $c)), $y)>;
def : Pat<(v16i1 (vselect v16i1:$c, v16i1:$x, 0)), (and $c, $x)>;
def : Pat<(v16i1 (vselect v16i1:$c, -1, v16i1:$y)), (or $c, $y)>;
def : Pat<(v16i1 (vselect v16i1:$c, 0, v16i1:$y)), (and (v16i1 (xor $c, -1)), $y)>;
def : Pat<(v16i1 (vselect v16i1:$c, v16i1:$x, -1)), (or (v16i1 (xor $c, -1)), $x)>;

//===-- Floats --------------------------------------------------------------------===//

multiclass VectorFloat<SDNode operation, string name> {
  def : Pat<(v16f32 (operation v16f32:$x, v16f32:$y)),
            (!cast<Instruction>(name # "VVV_U_32") $x, $y)>;
  def : Pat<(v16f32 (operation v16f32:$x, (v16f32 (splat f32:$y)))),
            (!cast<Instruction>(name # "VVS_U_32") $x, $y)>;
  def : Pat<(v16f32 (operation v16f32:$x, fpimm:$y)),
            (!cast<Instruction>(name # "VVS_U_32") $x, (word $y))>;
}
defm : VectorFloat<fadd, "ADDF">;
defm : VectorFloat<fsub, "SUBF">;
defm : VectorFloat<fmul, "MULF">;
defm : VectorFloat<fdiv, "DIVF">;
def : Pat<(v16f32 (mad v16f32:$x, v16f32:$y, v16f32:$z)), (fadd (fmul $x, $y), $z)>;
def : Pat<(v16f32 (fabs v16f32:$x)), (vsame (and (vword $x), 0x7FFFFFFF))>;

multiclass VectorFloatComparison<SDNode node, string name, string exchanged> {
  def : Pat<(v16i1 (node v16f32:$x, v16f32:$y)),
            (!cast<Instruction>(name # "SVV_U_32") $x, $y)>;
  def : Pat<(v16i1 (node v16f32:$x, (v16f32 (splat f32:$y)))),
            (!cast<Instruction>(name # "SVS_U_32") $x, $y)>;
  def : Pat<(v16i1 (node (v16f32 (splat f32:$x)), v16f32:$y)),
            (!cast<Instruction>(exchanged # "SVS_U_32") $y, $x)>;
  def : Pat<(v16i1 (node v16f32:$x, fpimm:$y)),
            (!cast<Instruction>(name # "SVS_U_32") $x, (word $y))>;
  def : Pat<(v16i1 (node fpimm:$x, v16f32:$y)),
            (!cast<Instruction>(exchanged # "SVS_U_32") $y, (word $x))>;
}
defm : VectorFloatComparison<vfseteq, "SEQFO", "SEQFO">;
defm : VectorFloatComparison<vfsetne, "SNEFO", "SNEFO">;
multiclass VectorFloatOrder<SDNode node, SDNode step, string name, string exchanged> {
  defm : VectorFloatComparison<node, name, exchanged>;
  let AddedComplexity = 10 in {
    def : Pat<(v16i1 (node (vmaybe_negative v16f32:$x), (vmaybe_negative v16f32:$y))),
              (step $x, $y, (v16i32 (and (sra (vword $x), 31),
                                         (xor (vword $x),
                                              (xor (vword $y), 0x80000000)))))>;
    def : Pat<(v16i1 (node (vmaybe_negative v16f32:$x), below_zero:$y)),
              (!cast<Instruction>(exchanged # "SVS_U_32")
                (v16i32 (xor (vword $x), 0x80000000)), (i32 (negated $y)))>;
    def : Pat<(v16i1 (node below_zero:$x, (vmaybe_negative v16f32:$y))),
              (!cast<Instruction>(name # "SVS_U_32")
                (v16i32 (xor (vword $y), 0x80000000)), (i32 (negated $x)))>;
  }
  def : Pat<(v16i1 (step v16f32:$x, v16f32:$y, v16i32:$flips)),
            (!cast<Instruction>(name # "SVV_U_32") (v16i32 (xor (vword $x), $flips)),
                                                   (v16i32 (xor (vword $y), $flips)))>;
}
defm : VectorFloatOrder<vfsetlt, swap_lt, "SLTFO", "SGTFO">;
defm : VectorFloatOrder<vfsetle, swap_le, "SLEFO", "SGEFO">;
defm : VectorFloatOrder<vfsetgt, swap_gt, "SGTFO", "SLTFO">;
defm : VectorFloatOrder<vfsetge, swap_ge, "SGEFO", "SLEFO">;
def : Pat<(v16i1 (vfsetord v16f32:$x, v16f32:$y)),
          (and (v16i1 (vfseteq $x, $x)), (v16i1 (vfseteq $y, $y)))>;

//===-- Conversions ---------------------------------------------------------------===//

def : Pat<(v16i32 (sext v16i8:$x)), (SEXT8_32VV_U $x)>;
def : Pat<(v16i32 (sext v16i16:$x)), (SEXT16_32VV_U $x)>;
def : Pat<(v16i32 (sext (known_vector_sext8 v16i8:$x))), (vsame $x)>;
def : Pat<(v16i32 (sext (known_vector_sext16 v16i16:$x))), (vsame $x)>;
def : Pat<(v16i16 (sext v16i8:$x)), (vsame (v16i32 (sext $x)))>;
def : Pat<(v16i32 (zext v16i8:$x)), (and (vword $x), 0xFF)>;
def : Pat<(v16i32 (zext v16i16:$x)), (and (vword $x), 0xFFFF)>;
def : Pat<(v16i16 (zext v16i8:$x)), (vsame (v16i32 (zext $x)))>;
def : Pat<(v16i8 (narrow v16i16:$x)), (vsame $x)>;
def : Pat<(v16i8 (narrow v16i32:$x)), (vsame $x)>;
def : Pat<(v16i16 (narrow v16i32:$x)), (vsame $x)>;
def : Pat<(v16f32 (cvt_float v16f32:$x)), (v16f32 $x)>;
foreach vt = VectorWords in {
  def : Pat<(vt (cvt_same vt:$x)), (vt $x)>;
  def : Pat<(vt (bitconvert vt:$x)), (vt $x)>;
}
def : Pat<(v16f32 (bitconvert v16i32:$x)), (v16f32 (vsame $x))>;
def : Pat<(v16i32 (bitconvert v16f32:$x)), (v16i32 (vsame $x))>;

def : Pat<(v16f32 (sint_to_fp v16i32:$x)), (I32TOF32_VV_U $x)>;
def : Pat<(v16f32 (uint_to_fp (known_vector_positive v16i32:$x))), (I32TOF32_VV_U $x)>;
def : Pat<(v16f32 (uint_to_fp v16i32:$x)), (halved_to_fp $x, (v16i32 (srl $x, 31)))>;
def : Pat<(v16f32 (halved_to_fp v16i32:$x, v16i32:$top)),
          (ADDVVV_U_32 (I32TOF32_VV_U (v16i32 (or (srl $x, $top), (and $x, $top)))),
                       (v16i32 (shl $top, 23)))>;
foreach vt = [v16i8, v16i16] in {
  def : Pat<(v16f32 (sint_to_fp vt:$x)), (sint_to_fp (v16i32 (sext $x)))>;
  def : Pat<(v16f32 (uint_to_fp vt:$x)), (uint_to_fp (v16i32 (zext $x)))>;
}

def : Pat<(v16i32 (fp_to_sint v16f32:$x)), (F32TOI32_VV_U $x)>;
def : Pat<(v16i32 (fp_to_sint (vloses_byte v16f32:$x))),
          (whole_or_half (F32TOI32_VV_U $x),
                         (F32TOI32_VV_U (v16i32 (add (vword $x), 0x800000))))>;
def : Pat<(v16i32 (whole_or_half v16i32:$whole, v16i32:$twice)),
          (vselect (v16i1 (vseteq $whole, 0)),
                   (v16i32 (sra (add $twice, (srl $twice, 31)), 1)), $whole)>;
multiclass ClampedVectorConversion<ValueType vt, SDNode convert, int low, int high> {
  def : Pat<(vt (convert v16f32:$x)),
            (vsame (v16i32 (smin (smax (v16i32 (fp_to_sint $x)), low), high)))>;
}
defm : ClampedVectorConversion<v16i8, fp_to_sint, -128, 127>;
defm : ClampedVectorConversion<v16i8, fp_to_uint, 0, 255>;
defm : ClampedVectorConversion<v16i16, fp_to_sint, -32768, 32767>;
defm : ClampedVectorConversion<v16i16, fp_to_uint, 0, 65535>;
def : Pat<(v16i32 (smax v16i32:$x, v16i32:$y)),
          (vselect (v16i1 (vsetlt $x, $y)), $y, $x)>;
def : Pat<(v16i32 (smin v16i32:$x, v16i32:$y)),
          (vselect (v16i1 (vsetgt $x, $y)), $y, $x)>;

// Unsigned words: 2^31 (0x4F000000) or more is converted below it and put back; NaN,
// which is not less than that, becomes all ones so.
def : Pat<(v16i32 (fp_to_uint v16f32:$x)),
          (vselect (v16i1 (vfsetlt $x, (v16f32 0x4F000000))),
                   (v16i32 (vselect (v16i1 (vfsetlt $x, (v16f32 0))), (v16i32 0),
                                    (v16i32 (fp_to_sint $x)))),
                   (v16i32 (or (v16i32 (fp_to_sint (fsub $x, (v16f32 0x4F000000)))),
                               0x80000000)))>;

//===-- Lanes ---------------------------------------------------------------------===//
//
// The hardware's lane numbers are below 16, gen's modulo 16.

foreach vt = [v16i8, v16i16, v16i32, v16f32] in {
  defvar element = vt.ElementType;
  def : Pat<(element (getlane vt:$x, (known_lane i32:$i))), (GET_LANEI_32 $x, $i)>;
  def : Pat<(element (getlane vt:$x, i32:$i)), (GET_LANEI_32 $x, (i32 (and $i, 15)))>;
  def : Pat<(element (getlane vt:$x, imm:$i)), (GET_LANEI_32 $x, (i32 (modulo16 $i)))>;
  def : Pat<(element (getlane (vt (splat element:$x)), (i32 node))), (element $x)>;
  def : Pat<(vt (shuffle vt:$x, (known_vector_lanes v16i32:$i))), (SHUFFLEI_32 $x, $i)>;
  def : Pat<(vt (shuffle vt:$x, v16i32:$i)), (SHUFFLEI_32 $x, (v16i32 (and $i, 15)))>;
  def : Pat<(vt (shuffle vt:$x, (v16i32 (splat i32:$i)))),
            (splat (element (getlane $x, $i)))>;
  def : Pat<(vt (shuffle (vt (splat element:$x)), (v16i32 node))), (splat $x)>;
}

//===-- Memory --------------------------------------------------------------------===//
//
// Sixteen words in a row: the one vector access of which all memories have one opinion.

multiclass VectorAccesses<int space, string suffix, int alignment> {
  def load512  : LoadFragment<ld, space, alignment>;
  def store512 : StoreFragment<space, alignment>;
  foreach vt = [v16i32, v16f32] in {
    def : Pat<(vt (!cast<PatFrag>(NAME # load512) address:$at)),
              (!cast<Instruction>("LV32W" # suffix # "_U") $at)>;
    def : Pat<(!cast<PatFrag>(NAME # store512) vt:$value, address:$at),
              (!cast<Instruction>("SV32W" # suffix # "_U") $value, $at)>;
  }
}
defm main_       : VectorAccesses<0, "Mainmem", 64>;
defm scratchpad_ : VectorAccesses<68, "Scratchpad", 4>;
