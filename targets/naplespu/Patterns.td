// Which instructions become of gen's nodes.
//
// How a value of each type is in a register: i32 and f32 as they are; i16 and i8 in the
// low bits, and above them anything, so that only what reads the upper bits extends; i1
// as 0 or 1. Numbers at type f32 are bits. A result may have nodes, which are selected
// in turn with the patterns here: much is said by what it is of words.
//
// Operands are in registers, constants too: which of them fit an immediate, and which sums
// an offset, is for the pass `naplespu-combine`.
//
// Facts: docs/reference/naplespu-isa.md, sections 1.7 and 5;
// docs/instruction-selection.md.

include "circ/Gen.td"

def NaplesPUPointer : PointerType<i32>;

//===-- Fragments -----------------------------------------------------------------===//

// A register of which something is known. Constants are folded before.
class Known<ValueType vt, code predicate>
    : PatFrag<(ops node:$x), (vt node:$x), predicate>;
def known_bit     : Known<i32, [{ known.unsigned_bits(N) <= 1 }]>;
def known_amount  : Known<i32, [{ known.unsigned_bits(N) <= 5 }]>;
def known_positive: Known<i32, [{ known.unsigned_bits(N) < 32 }]>;
def known_sext8   : Known<i8,  [{ known.signed_bits(N) <= 8 }]>;
def known_sext16  : Known<i16, [{ known.signed_bits(N) <= 16 }]>;

// The same register seen at another type: as a word, or as what the place needs.
def word : OutPatFrag<(ops node:$x), (i32 (COPY_TO_REGCLASS node:$x, GPR32))>;
def same : OutPatFrag<(ops node:$x), (COPY_TO_REGCLASS node:$x, GPR32)>;

// A base register, and where the element lies from it.
def address : ComplexPattern<i32, 2, "base_and_offset">;

def signed     : Transform<["imm"], [{ imm }]>; // as a word
def difference : Transform<["a", "b"], [{ a - b }]>;
def modulo32   : Transform<["imm"], [{ imm % 32 }]>;

//===-- Nodes of this machine -----------------------------------------------------===//

// The bit of a float comparison, whose result is 0 or 0xFFFF.
def float_bit : SDNode<"naplespu.float_bit", SDTypeProfile<1, 1, [
  SDTCisVT<0, i1>, SDTCisVT<1, i32>
]>>;

def smin : SDNode<"naplespu.smin", SDTIntBinOp>;
def smax : SDNode<"naplespu.smax", SDTIntBinOp>;

// Steps of computations that use a value several times.
class Step<list<SDTypeConstraint> types>
    : SDNode<"naplespu." # NAME, SDTypeProfile<1, 2, types>>;
// All bits of the second are the sign.
def abs_by_sign : Step<[SDTCisInt<0>, SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>]>;
// The second is the top bit of the first.
def halved_to_fp
    : Step<[SDTCisFP<0>, SDTCisInt<1>, SDTCisSameAs<1, 2>, SDTCisSameNumEltsAs<0, 1>]>;
// The second: is the first 2^31 or more?
def reduced_to_int : Step<[SDTCisVT<0, i32>, SDTCisVT<1, f32>, SDTCisVT<2, i1>]>;

// The second is what twice a number gives, whose whole part the first is, or 0.
def whole_or_half : Step<[SDTCisInt<0>, SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>]>;
def loses_byte  : Known<f32, [{ known.holds("HasFtoiFault") }]>;
def vloses_byte : Known<v16f32, [{ known.holds("HasFtoiFault") }]>;

//===-- The order of negative floats ----------------------------------------------===//
//
// The published chip orders two negative numbers the wrong way round. But x < y is
// -y < -x, so where x is negative, both are negated and exchanged: one is positive then.
// Each is changed by x ^ y ^ sign. A constant is negative and needs no exchange.

class Negative<ValueType vt>
    : Known<vt, [{ known.holds("HasFcmpFault") and known.unsigned_bits(N) == 32 }]>;
def maybe_negative  : Negative<f32>;
def vmaybe_negative : Negative<v16f32>;
def below_zero : PatLeaf<(fpimm), [{ N < 0 }]>;
// The third is what exchanges the first two and changes their signs, or 0.
class Swap
    : SDNode<"naplespu." # NAME, SDTypeProfile<1, 3, [
        SDTCisInt<0>, SDTCisFP<1>, SDTCisSameAs<1, 2>, SDTCisInt<3>,
        SDTCisSameNumEltsAs<0, 1>, SDTCisSameNumEltsAs<1, 3>
      ]>>;
foreach order = ["lt", "le", "gt", "ge"] in
def swap_ # order : Swap;
def negated : Transform<["imm"], [{ imm ^ -(1 << 31) }]>;

//===-- Integers ------------------------------------------------------------------===//
//
// Where the low bits of a result depend on low bits only, narrow types need no care.

defvar Words = [i8, i16, i32];

multiclass OnWords<SDNode operation, Instruction instruction> {
  foreach vt = Words in
  def : Pat<(vt (operation vt:$x, vt:$y)), (instruction $x, $y)>;
  // The bits above a narrow constant are its sign: most fit an immediate so.
  foreach vt = [i8, i16] in
  def : Pat<(vt (operation vt:$x, imm:$y)), (instruction $x, (i32 (signed $y)))>;
}
multiclass Identity<SDNode operation, int neutral> {
  foreach vt = Words in
  def : Pat<(vt (operation vt:$x, neutral)), (vt $x)>;
}
multiclass Absorbing<SDNode operation, int number> {
  foreach vt = Words in
  def : Pat<(vt (operation node, number)), (vt number)>;
}

defm : OnWords<add, ADDSSS_32>;
defm : OnWords<sub, SUBSSS_32>;
defm : OnWords<mul, MULLSSS_32>;
defm : OnWords<and, ANDSSS_32>;
defm : OnWords<or,  ORSSS_32>;
defm : OnWords<xor, XORSSS_32>;
defm : Identity<add, 0>;
defm : Identity<sub, 0>;
defm : Identity<mul, 1>;
defm : Identity<and, -1>;
defm : Identity<or,  0>;
defm : Identity<xor, 0>;
defm : Absorbing<mul, 0>;
defm : Absorbing<and, 0>;

foreach vt = Words in
def : Pat<(vt (sub 0, vt:$x)), (mul $x, -1)>;

// A mask that leaves a register as it is known to be.
def known_masked
    : PatFrag<(ops node:$x, node:$mask), (and node:$x, node:$mask),
              [{ mask & mask + 1 == 0 and known.unsigned_bits(x) <= mask.bit_length() }]>;
let AddedComplexity = 10 in
def : Pat<(i32 (known_masked i32:$x, imm:$mask)), (i32 $x)>;

multiclass HighHalf<SDNode operation, SDNode extend, Instruction instruction> {
  def : Pat<(i32 (operation i32:$x, i32:$y)), (instruction $x, $y)>;
  foreach vt = [i8, i16] in
  def : Pat<(vt (operation vt:$x, vt:$y)),
            (same (i32 (sra (mul (i32 (extend $x)), (i32 (extend $y))), vt.Size)))>;
}
defm : HighHalf<mulhs, sext, MULHSSS_32>;
defm : HighHalf<mulhu, zext, MULHUSSS_32>;

foreach vt = Words in
def : Pat<(vt (mad vt:$x, vt:$y, vt:$z)), (add (vt (mul $x, $y)), $z)>;

//===-- Shifts --------------------------------------------------------------------===//
//
// Gen's amounts are modulo the width; the machine's by 32 or more give 0 or the sign.

def no_shift : PatLeaf<(imm), [{ N % 32 == 0 }]>;

multiclass Shift<SDNode operation, Instruction instruction> {
  def : Pat<(i32 (operation i32:$x, (known_amount i32:$n))), (instruction $x, $n)>;
  def : Pat<(i32 (operation i32:$x, i32:$n)), (instruction $x, (i32 (and $n, 31)))>;
  def : Pat<(i32 (operation i32:$x, imm:$n)), (instruction $x, (i32 (modulo32 $n)))>;
  let AddedComplexity = 1 in
  def : Pat<(i32 (operation i32:$x, (i32 no_shift))), (i32 $x)>;
}
defm : Shift<shl, SLLSSS_32>;
defm : Shift<srl, SRLSSS_32>;
defm : Shift<sra, SRASSS_32>;

multiclass NarrowShift<SDNode operation, SDPatternOperator extend> {
  foreach vt = [i8, i16] in
  def : Pat<(vt (operation vt:$x, vt:$n)),
            (same (i32 (operation (i32 (extend $x)),
                                  (and (word $n), !sub(vt.Size, 1)))))>;
}
defm : NarrowShift<shl, word>;
defm : NarrowShift<srl, zext>;
defm : NarrowShift<sra, sext>;

//===-- Bits ----------------------------------------------------------------------===//

def : Pat<(i32 (ctlz i32:$x)), (CLZSS_32 $x)>;
def : Pat<(i32 (cttz i32:$x)), (CTZSS_32 $x)>;
foreach vt = [i8, i16] in {
  def : Pat<(vt (ctlz vt:$x)),
            (same (i32 (sub (ctlz (i32 (zext $x))), !sub(32, vt.Size))))>;
  // A bit above the type stops the count at the width.
  def : Pat<(vt (cttz vt:$x)),
            (same (i32 (cttz (or (word $x), !shl(1, vt.Size)))))>;
}

def : Pat<(i32 (abs i32:$x)), (abs_by_sign $x, (sra $x, 31))>;
def : Pat<(i32 (abs_by_sign i32:$x, i32:$sign)), (sub (xor $x, $sign), $sign)>;
foreach vt = [i8, i16] in
def : Pat<(vt (abs vt:$x)), (same (abs (i32 (sext $x))))>;
foreach vt = Words in
def : Pat<(vt (uabs vt:$x)), (vt $x)>;

// Bools.
def : Pat<(i1 (and i1:$x, i1:$y)), (ANDSSS_32 $x, $y)>;
def : Pat<(i1 (or  i1:$x, i1:$y)), (ORSSS_32 $x, $y)>;
def : Pat<(i1 (xor i1:$x, i1:$y)), (XORSSS_32 $x, $y)>;
def : Pat<(i1 (and i1:$x, 1)), (i1 $x)>;
def : Pat<(i1 (and node, 0)), (i1 0)>;
def : Pat<(i1 (or  node, 1)), (i1 1)>;
def : Pat<(i1 (or  i1:$x, 0)), (i1 $x)>;
// Not, as a comparison with 0: so a branch on it is seen to be one on the other.
def : Pat<(i1 (xor i1:$x, 1)), (SEQSISSS_32 $x, (i32 0))>;
def : Pat<(i1 (xor i1:$x, 0)), (i1 $x)>;
def : Pat<(i1 (xor (xor i1:$x, 1), 1)), (i1 $x)>;
// One bit of either makes one bit of both.
def : Pat<(i1 (and (float_bit i32:$x), i1:$y)), (ANDSSS_32 $x, $y)>;

//===-- Comparisons ---------------------------------------------------------------===//

multiclass IntegerComparison<SDNode node, SDNode extend, Instruction instruction> {
  def : Pat<(i1 (node i32:$x, i32:$y)), (instruction $x, $y)>;
  foreach vt = [i8, i16] in
  def : Pat<(i1 (node vt:$x, vt:$y)), (node (i32 (extend $x)), (i32 (extend $y)))>;
}
multiclass UnsignedComparison<SDNode node, Instruction instruction> {
  defm : IntegerComparison<node, zext, instruction>;
  def : Pat<(i1 (node i1:$x, i1:$y)), (node (word $x), (word $y))>;
}
defm : IntegerComparison<setlt, sext, SLTSISSS_32>;
defm : IntegerComparison<setle, sext, SLESISSS_32>;
defm : IntegerComparison<setgt, sext, SGTSISSS_32>;
defm : IntegerComparison<setge, sext, SGESISSS_32>;
defm : UnsignedComparison<setult, SLTUISSS_32>;
defm : UnsignedComparison<setule, SLEUISSS_32>;
defm : UnsignedComparison<setugt, SGTUISSS_32>;
defm : UnsignedComparison<setuge, SGEUISSS_32>;
foreach vt = [i1, i8, i16, i32] in
def : Pat<(i1 (setord (vt node), (vt node))), (i1 1)>;

// Equality may be tested in any extension: the signed one is one instruction at 16 bits.
defm : IntegerComparison<seteq, sext, SEQSISSS_32>;
defm : IntegerComparison<setne, sext, SNESISSS_32>;
def : Pat<(i1 (seteq i1:$x, i1:$y)), (seteq (word $x), (word $y))>;
def : Pat<(i1 (setne i1:$x, i1:$y)), (xor $x, $y)>;
multiclass BitComparison<int number, SDNode same_bit, SDNode other_bit> {
  def : Pat<(i1 (same_bit (known_bit i32:$x), number)), (same $x)>;
  def : Pat<(i1 (other_bit (known_bit i32:$x), number)), (xor (i1 (same $x)), 1)>;
}
defm : BitComparison<0, setne, seteq>;
defm : BitComparison<1, seteq, setne>;

//===-- Selections ----------------------------------------------------------------===//
//
// There is no conditional move: b ^ ((a ^ b) * c), or less.

foreach vt = [i1, i8, i16, i32, f32] in {
  def : Pat<(vt (select 1, vt:$x, node)), (vt $x)>;
  def : Pat<(vt (select 0, node, vt:$y)), (vt $y)>;
  let AddedComplexity = 20 in
  def : Pat<(vt (select node, vt:$x, vt:$x)), (vt $x)>;
}
foreach vt = [i8, i16, i32, f32] in {
  def : Pat<(vt (select i1:$c, 1, 0)), (same $c)>;
  let AddedComplexity = 2 in {
    def : Pat<(vt (select i1:$c, vt:$x, 0)), (same (mul (word $c), (word $x)))>;
    def : Pat<(vt (select i1:$c, 0, vt:$y)),
              (same (mul (word (i1 (xor $c, 1))), (word $y)))>;
  }
  def : Pat<(vt (select i1:$c, !if(vt.isFP, fpimm, imm):$x, !if(vt.isFP, fpimm, imm):$y)),
            (same (add (mul (word $c), (i32 (difference $x, $y))), (word $y)))>;
  def : Pat<(vt (select i1:$c, vt:$x, vt:$y)),
            (same (xor (mul (xor (word $x), (word $y)), (word $c)), (word $y)))>;
}
def : Pat<(i1 (select i1:$c, 1, 0)), (i1 $c)>;
def : Pat<(i1 (select i1:$c, 0, 1)), (xor $c, 1)>;
def : Pat<(i1 (select i1:$c, i1:$x, 0)), (and $c, $x)>;
def : Pat<(i1 (select i1:$c, 0, i1:$y)), (and (xor $c, 1), $y)>;
def : Pat<(i1 (select i1:$c, 1, i1:$y)), (or $c, $y)>;
def : Pat<(i1 (select i1:$c, i1:$x, 1)), (or (xor $c, 1), $x)>;
def : Pat<(i1 (select i1:$c, i1:$x, i1:$y)),
          (xor (i1 (and (i1 (xor $x, $y)), $c)), $y)>;

//===-- Floats --------------------------------------------------------------------===//

def : Pat<(f32 (fadd f32:$x, f32:$y)), (ADDFSSS_32 $x, $y)>;
def : Pat<(f32 (fsub f32:$x, f32:$y)), (SUBFSSS_32 $x, $y)>;
def : Pat<(f32 (fmul f32:$x, f32:$y)), (MULFSSS_32 $x, $y)>;
def : Pat<(f32 (fdiv f32:$x, f32:$y)), (DIVFSSS_32 $x, $y)>;
def : Pat<(f32 (mad f32:$x, f32:$y, f32:$z)), (fadd (fmul $x, $y), $z)>;
def : Pat<(f32 (fabs f32:$x)), (same (and (word $x), 0x7FFFFFFF))>;

multiclass FloatComparison<SDNode node, Instruction instruction> {
  def : Pat<(i1 (node f32:$x, f32:$y)), (float_bit (instruction $x, $y))>;
}
defm : FloatComparison<fseteq, SEQFOSSS_32>;
defm : FloatComparison<fsetne, SNEFOSSS_32>;
multiclass FloatOrder<SDNode node, SDNode exchanged, Instruction instruction,
                      Instruction opposite> {
  defm : FloatComparison<node, instruction>;
  let AddedComplexity = 10 in {
    def : Pat<(i1 (node (maybe_negative f32:$x), (maybe_negative f32:$y))),
              (exchanged $x, $y,
                         (i32 (and (sra (word $x), 31),
                                   (xor (word $x), (xor (word $y), 0x80000000)))))>;
    def : Pat<(i1 (node (maybe_negative f32:$x), below_zero:$y)),
              (float_bit (opposite (i32 (xor (word $x), 0x80000000)),
                                   (i32 (negated $y))))>;
    def : Pat<(i1 (node below_zero:$x, (maybe_negative f32:$y))),
              (float_bit (opposite (i32 (negated $x)),
                                   (i32 (xor (word $y), 0x80000000))))>;
  }
  def : Pat<(i1 (exchanged f32:$x, f32:$y, i32:$flips)),
            (float_bit (instruction (i32 (xor (word $x), $flips)),
                                    (i32 (xor (word $y), $flips))))>;
}
defm : FloatOrder<fsetlt, swap_lt, SLTFOSSS_32, SGTFOSSS_32>;
defm : FloatOrder<fsetle, swap_le, SLEFOSSS_32, SGEFOSSS_32>;
defm : FloatOrder<fsetgt, swap_gt, SGTFOSSS_32, SLTFOSSS_32>;
defm : FloatOrder<fsetge, swap_ge, SGEFOSSS_32, SLEFOSSS_32>;
def : Pat<(i1 (fsetord f32:$x, f32:$y)), (and (fseteq $x, $x), (fseteq $y, $y))>;
def : Pat<(i1 (float_bit i32:$x)), (ANDSSS_32 $x, (i32 1))>;

//===-- Conversions ---------------------------------------------------------------===//

def : Pat<(i32 (sext i8:$x)), (SEXT8_32SS $x)>;
def : Pat<(i32 (sext i16:$x)), (SEXT16_32SS $x)>;
def : Pat<(i32 (sext (known_sext8 i8:$x))), (same $x)>;
def : Pat<(i32 (sext (known_sext16 i16:$x))), (same $x)>;
def : Pat<(i16 (sext i8:$x)), (same (i32 (sext $x)))>;
def : Pat<(i32 (zext i8:$x)), (and (word $x), 0xFF)>;
def : Pat<(i32 (zext i16:$x)), (and (word $x), 0xFFFF)>;
def : Pat<(i16 (zext i8:$x)), (same (i32 (zext $x)))>;
def : Pat<(i8 (narrow i16:$x)), (same $x)>;
def : Pat<(i8 (narrow i32:$x)), (same $x)>;
def : Pat<(i16 (narrow i32:$x)), (same $x)>;
def : Pat<(f32 (cvt_float f32:$x)), (f32 $x)>;
foreach vt = Words in {
  def : Pat<(vt (cvt_same vt:$x)), (vt $x)>;
  def : Pat<(vt (bitconvert vt:$x)), (vt $x)>;
}

// Integers to floats. From 2^31 the converter, which is signed, gets half of the number
// with the lost bit kept as a sticky one; doubling the result is exact.
def : Pat<(f32 (sint_to_fp i32:$x)), (I32TOF32_SS $x)>;
def : Pat<(f32 (uint_to_fp (known_positive i32:$x))), (I32TOF32_SS $x)>;
def : Pat<(f32 (uint_to_fp i32:$x)), (halved_to_fp $x, (srl $x, 31))>;
def : Pat<(f32 (halved_to_fp i32:$x, i32:$top)),
          (ADDSSS_32 (I32TOF32_SS (i32 (or (srl $x, $top), (and $x, $top)))),
                     (i32 (shl $top, 23)))>;
foreach vt = [i8, i16] in {
  def : Pat<(f32 (sint_to_fp vt:$x)), (sint_to_fp (i32 (sext $x)))>;
  def : Pat<(f32 (uint_to_fp vt:$x)), (uint_to_fp (i32 (zext $x)))>;
}

// Floats to integers: towards zero, saturating; NaN gives the maximum.
def : Pat<(i32 (fp_to_sint f32:$x)), (F32TOI32_SS $x)>;
// The published chip gives 0 for magnitudes from 128 up to 256: where it is 0, half of
// what twice the number gives is right. Twice is one more in the exponent.
def : Pat<(i32 (fp_to_sint (loses_byte f32:$x))),
          (whole_or_half (F32TOI32_SS $x),
                         (F32TOI32_SS (i32 (add (word $x), 0x800000))))>;
def : Pat<(i32 (whole_or_half i32:$whole, i32:$twice)),
          (or (mul (word (i1 (seteq $whole, 0))),
                   (sra (add $twice, (srl $twice, 31)), 1)), $whole)>;
multiclass ClampedConversion<ValueType vt, SDNode convert, int low, int high> {
  def : Pat<(vt (convert f32:$x)),
            (same (i32 (smin (smax (i32 (fp_to_sint $x)), low), high)))>;
}
defm : ClampedConversion<i8, fp_to_sint, -128, 127>;
defm : ClampedConversion<i8, fp_to_uint, 0, 255>;
defm : ClampedConversion<i16, fp_to_sint, -32768, 32767>;
defm : ClampedConversion<i16, fp_to_uint, 0, 65535>;
def : Pat<(i32 (smax i32:$x, i32:$y)), (select (setlt $x, $y), $y, $x)>;
def : Pat<(i32 (smin i32:$x, i32:$y)), (select (setgt $x, $y), $y, $x)>;

// Unsigned words: what is 2^31 (0x4F000000) or more is converted below it and put back.
def : Pat<(i32 (fp_to_uint f32:$x)),
          (select (fsetlt $x, (f32 0)), (i32 0),
                  (reduced_to_int $x, (fsetge $x, (f32 0x4F000000))))>;
def : Pat<(i32 (reduced_to_int f32:$x, i1:$large)),
          (or (fp_to_sint (f32 (SUBFSSS_32 $x, (i32 (mul (word $large), 0x4F000000))))),
              (shl (word (i1 (or $large, (fsetne $x, $x)))), 31))>;

//===-- Memory --------------------------------------------------------------------===//
//
// Space 0 is main memory, 68 the scratchpad. An access must be aligned to its size.

class LoadFragment<SDNode node, int space, int bytes>
    : PatFrag<(ops node:$at), (node node:$at)> {
  let AddressSpaces = [space];
  let MinAlignment = bytes;
}
class StoreFragment<int space, int bytes>
    : PatFrag<(ops node:$value, node:$at), (st node:$value, node:$at)> {
  let AddressSpaces = [space];
  let MinAlignment = bytes;
}
multiclass Accesses<int space, string suffix> {
  def load8s  : LoadFragment<ld_int, space, 1>;
  def load8u  : LoadFragment<ld_uint, space, 1>;
  def load16s : LoadFragment<ld_int, space, 2>;
  def load16u : LoadFragment<ld_uint, space, 2>;
  def load32  : LoadFragment<ld, space, 4>;
  def store8  : StoreFragment<space, 1>;
  def store16 : StoreFragment<space, 2>;
  def store32 : StoreFragment<space, 4>;
  def : Pat<(i8 (!cast<PatFrag>(NAME # load8s) address:$at)),
            (!cast<Instruction>("L32BS_" # suffix) $at)>;
  def : Pat<(i8 (!cast<PatFrag>(NAME # load8u) address:$at)),
            (!cast<Instruction>("L32BU_" # suffix) $at)>;
  def : Pat<(i16 (!cast<PatFrag>(NAME # load16s) address:$at)),
            (!cast<Instruction>("L32SS_" # suffix) $at)>;
  def : Pat<(i16 (!cast<PatFrag>(NAME # load16u) address:$at)),
            (!cast<Instruction>("L32SU_" # suffix) $at)>;
  // Of a bool's byte only the lowest bit counts.
  def : Pat<(i1 (!cast<PatFrag>(NAME # load8u) address:$at)),
            (ANDSSS_32 (!cast<Instruction>("L32BU_" # suffix) $at), (i32 1))>;
  foreach vt = [i1, i8] in
  def : Pat<(!cast<PatFrag>(NAME # store8) vt:$value, address:$at),
            (!cast<Instruction>("S32B_" # suffix) $value, $at)>;
  def : Pat<(!cast<PatFrag>(NAME # store16) i16:$value, address:$at),
            (!cast<Instruction>("S32S_" # suffix) $value, $at)>;
  foreach vt = [i32, f32] in {
    def : Pat<(vt (!cast<PatFrag>(NAME # load32) address:$at)),
              (!cast<Instruction>("L32W_" # suffix) $at)>;
    def : Pat<(!cast<PatFrag>(NAME # store32) vt:$value, address:$at),
              (!cast<Instruction>("S32W_" # suffix) $value, $at)>;
  }
}
defm main_       : Accesses<0, "Mainmem">;
defm scratchpad_ : Accesses<68, "Scratchpad">;

//===-- Constants and addresses ---------------------------------------------------===//
//
// A constant stays one until an instruction has it as an operand: LoadI32 then, once a
// block. That and an address are one pseudo until registers are allocated, so that they
// can be computed again. Their instructions write halves of one register, and the records
// have no operand for the half that stays, so that no pattern can say them: the pass
// `naplespu-expand-pseudos` does.

def : Pat<(i32 (symbol i32:$name)), (LoadI32 $name)>;
def : Pat<(i32 (frame i32:$object)), (LOAD_EFFECTIVE_ADDR $object, 0)>;

//===-- Branches ------------------------------------------------------------------===//
//
// A branch tests a whole register: `naplespu-fuse-branches` finds what it can test
// instead of a bit.

def : Pat<(br_if i1:$x, bb:$to), (BNEZ $x, $to)>;
