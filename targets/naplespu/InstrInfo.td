// The instructions: every record of the hardware's compiler, by families.
//
// Suffixes of names: destination, first and second source, each S (scalar), V (vector)
// or I (immediate); then U for an unmasked and M for a masked record where both exist.
// Opcodes and words are those of docs/reference/naplespu-isa.md, section 2.1. Effects
// are those that the compiler's tables state.

//===-- Arithmetic of two operands ------------------------------------------------===//

multiclass Arithmetic_TwoOp<string operator, bits<6> opcode> {
  let BaseOpcode = operator in {
    let Registers = "SS", LastSource = "scalar" in
    def SSS_32 : FR_TwoOp<
      (outs GPR32:$dst), (ins GPR32:$src0, GPR32:$src1),
      operator # " $dst, $src0, $src1", opcode, Fmt_S, Fmt_S, Fmt_S>;

    let Registers = "VV", LastSource = "vector" in {
      let Masking = "unmasked" in
      def VVV_U_32 : FR_TwoOp<
        (outs VR512W:$dst), (ins VR512W:$src0, VR512W:$src1),
        operator # " $dst, $src0, $src1", opcode, Fmt_V, Fmt_V, Fmt_V>;
      def VVV_M_32 : FR_TwoOp<
        (outs VR512W:$dst), (ins VR512W:$src0, VR512W:$src1, VR512W:$oldvalue),
        operator # ".m $dst, $src0, $src1", opcode, Fmt_V, Fmt_V, Fmt_V>, MaskedForm;
    }

    let Registers = "VV", LastSource = "scalar" in {
      let Masking = "unmasked" in
      def VVS_U_32 : FR_TwoOp<
        (outs VR512W:$dst), (ins VR512W:$src0, GPR32:$src1),
        operator # " $dst, $src0, $src1", opcode, Fmt_V, Fmt_V, Fmt_S>;
      def VVS_M_32 : FR_TwoOp<
        (outs VR512W:$dst), (ins VR512W:$src0, GPR32:$src1, VR512W:$oldvalue),
        operator # ".m $dst, $src0, $src1", opcode, Fmt_V, Fmt_V, Fmt_S>, MaskedForm;
    }
  }
}

multiclass FArithInt_TwoOp<string operator, bits<5> opcode>
    : Arithmetic_TwoOp<operator # "_i32", {0, opcode}> {
  let BaseOpcode = operator # "_i32", LastSource = "immediate" in {
    let Registers = "SS" in
    def SSI : FI<
      (outs GPR32:$dst), (ins GPR32:$src, SIMM9OP:$imm),
      operator # "i $dst, $src, $imm", opcode, Fmt_S, Fmt_S>;
    let Registers = "VV" in {
      let Masking = "unmasked" in
      def VVI_U : FI<
        (outs VR512W:$dst), (ins VR512W:$src, SIMM9OP:$imm),
        operator # "i $dst, $src, $imm", opcode, Fmt_V, Fmt_V>;
      def VVI_M : FI<
        (outs VR512W:$dst), (ins VR512W:$src, SIMM9OP:$imm, VR512W:$oldvalue),
        operator # "i.m $dst, $src, $imm", opcode, Fmt_V, Fmt_V>, MaskedForm;
    }
  }
}

let isCommutable = true in {
  defm OR    : FArithInt_TwoOp<"or", 1>;
  defm AND   : FArithInt_TwoOp<"and", 2>;
  defm XOR   : FArithInt_TwoOp<"xor", 3>;
  defm ADD   : FArithInt_TwoOp<"add", 4>;
  defm MULL  : FArithInt_TwoOp<"mull", 6>;
  defm MULH  : FArithInt_TwoOp<"mulhs", 7>;
  defm MULHU : FArithInt_TwoOp<"mulhu", 8>;
}
defm SUB : FArithInt_TwoOp<"sub", 5>;
defm SRA : FArithInt_TwoOp<"ashr", 9>;
defm SRL : FArithInt_TwoOp<"shr", 10>;
defm SLL : FArithInt_TwoOp<"shl", 11>;

multiclass FArithFP_TwoOp<string operator, bits<6> opcode>
    : Arithmetic_TwoOp<operator # "_f32", opcode>;

let Itinerary = IIC_FloatAdd in {
  defm ADDF : FArithFP_TwoOp<"fadd", 33>;
  defm SUBF : FArithFP_TwoOp<"fsub", 34>;
}
let Itinerary = IIC_FloatMul in
defm MULF : FArithFP_TwoOp<"fmul", 35>;
let Itinerary = IIC_FloatDiv in
defm DIVF : FArithFP_TwoOp<"fdiv", 36>;

//===-- Arithmetic of one operand -------------------------------------------------===//

multiclass Arithmetic_OneOp<string operator, bits<6> opcode,
                            string scalar, string unmasked, string masked> {
  let BaseOpcode = operator in {
    let Registers = "SS" in
    def scalar : FR_OneOp<
      (outs GPR32:$dst), (ins GPR32:$src0),
      operator # " $dst, $src0", opcode, Fmt_S, Fmt_S>;
    let Registers = "VV" in {
      let Masking = "unmasked" in
      def unmasked : FR_OneOp<
        (outs VR512W:$dst), (ins VR512W:$src0),
        operator # " $dst, $src0", opcode, Fmt_V, Fmt_V>;
      def masked : FR_OneOp<
        (outs VR512W:$dst), (ins VR512W:$src0, VR512W:$oldvalue),
        operator # ".m $dst, $src0", opcode, Fmt_V, Fmt_V>, MaskedForm;
    }
  }
}

multiclass FBits_OneOp<string operator, bits<6> opcode>
    : Arithmetic_OneOp<operator # "_i32", opcode, "SS_32", "VV_U_32", "VV_M_32">;
defm CLZ : FBits_OneOp<"clz", 12>;
defm CTZ : FBits_OneOp<"ctz", 13>;

multiclass FExtend_OneOp<string operator, bits<6> opcode>
    : Arithmetic_OneOp<operator # "_i32", opcode, "SS", "VV_U", "VV_M">;
defm SEXT8_32  : FExtend_OneOp<"sext8", 43>;
defm SEXT16_32 : FExtend_OneOp<"sext16", 44>;

multiclass FConvert_OneOp<string operator, bits<6> opcode>
    : Arithmetic_OneOp<operator # "_i32", opcode, "_SS", "_VV_U", "_VV_M">;
let Itinerary = IIC_IntToFloat in
defm I32TOF32 : FConvert_OneOp<"itof", 48>;
let Itinerary = IIC_FloatToInt in
defm F32TOI32 : FConvert_OneOp<"ftoi", 49>;

//===-- Comparisons ---------------------------------------------------------------===//
//
// The result is scalar: of scalars 0 or 1 (0 or 0xFFFF of floats), of vectors a bit for
// each lane. They ignore the mask.

multiclass Comparison<string operator, bits<6> opcode> {
  let BaseOpcode = operator, isCompare = true in {
    let Registers = "SS", LastSource = "scalar" in
    def SS_32 : FR_TwoOp<
      (outs GPR32:$dst), (ins GPR32:$src0, GPR32:$src1),
      operator # " $dst, $src0, $src1", opcode, Fmt_S, Fmt_S, Fmt_S>;
    let Registers = "SV", LastSource = "vector" in
    def VV_U_32 : FR_TwoOp<
      (outs GPR32:$dst), (ins VR512W:$src0, VR512W:$src1),
      operator # " $dst, $src0, $src1", opcode, Fmt_S, Fmt_V, Fmt_V>;
    let Registers = "SV", LastSource = "scalar" in
    def VS_U_32 : FR_TwoOp<
      (outs GPR32:$dst), (ins VR512W:$src0, GPR32:$src1),
      operator # " $dst, $src0, $src1", opcode, Fmt_S, Fmt_V, Fmt_S>;
  }
}

multiclass FCompInt<string operator, bits<5> opcode>
    : Comparison<operator # "_i32", {0, opcode}> {
  let BaseOpcode = operator # "_i32", LastSource = "immediate", isCompare = true in {
    let Registers = "SS" in
    def SI : FI<
      (outs GPR32:$dst), (ins GPR32:$src, SIMM9OP:$imm),
      operator # "i $dst, $src, $imm", opcode, Fmt_S, Fmt_S>;
    let Registers = "SV" in
    def VI : FI<
      (outs GPR32:$dst), (ins VR512W:$src, SIMM9OP:$imm),
      operator # "i $dst, $src, $imm", opcode, Fmt_S, Fmt_V>;
  }
}
let isCommutable = true in {
  defm SEQSIS : FCompInt<"cmpeq", 14>;
  defm SNESIS : FCompInt<"cmpne", 15>;
}
let Relation = "strict", Direction = "greater" in
defm SGTSIS : FCompInt<"cmpgt", 16>;
let Relation = "or equal", Direction = "greater" in
defm SGESIS : FCompInt<"cmpge", 17>;
let Relation = "strict", Direction = "less" in
defm SLTSIS : FCompInt<"cmplt", 18>;
let Relation = "or equal", Direction = "less" in
defm SLESIS : FCompInt<"cmple", 19>;
let Relation = "strict unsigned", Direction = "greater" in
defm SGTUIS : FCompInt<"cmpugt", 20>;
let Relation = "or equal unsigned", Direction = "greater" in
defm SGEUIS : FCompInt<"cmpuge", 21>;
let Relation = "strict unsigned", Direction = "less" in
defm SLTUIS : FCompInt<"cmpult", 22>;
let Relation = "or equal unsigned", Direction = "less" in
defm SLEUIS : FCompInt<"cmpule", 23>;

multiclass FCompFP<string operator, bits<6> opcode>
    : Comparison<operator # "_f32", opcode>;
let Itinerary = IIC_FloatCmp in {
  defm SEQFOS : FCompFP<"cmpfeq", 37>;
  defm SNEFOS : FCompFP<"cmpfne", 38>;
  defm SGTFOS : FCompFP<"cmpfgt", 39>;
  defm SGEFOS : FCompFP<"cmpfge", 40>;
  defm SLTFOS : FCompFP<"cmpflt", 41>;
  defm SLEFOS : FCompFP<"cmpfle", 42>;
}

//===-- Lanes ---------------------------------------------------------------------===//

let BaseOpcode = "shuffle_i32" in
def SHUFFLEI_32 : FR_TwoOp<
  (outs VR512W:$dst), (ins VR512W:$src0, VR512W:$src1),
  "shuffle_i32 $dst, $src0, $src1", 24, Fmt_V, Fmt_V, Fmt_V>;

let BaseOpcode = "getlane_i32", Registers = "SV" in {
  let LastSource = "scalar" in
  def GET_LANEI_32 : FR_TwoOp<
    (outs GPR32:$dst), (ins VR512W:$src0, GPR32:$src1),
    "getlane_i32 $dst, $src0, $src1", 25, Fmt_S, Fmt_V, Fmt_S>;
  let LastSource = "immediate" in
  def GET_LANEIimm : FI<
    (outs GPR32:$dst), (ins VR512W:$src, SIMM9OP:$imm),
    "getlanei $dst, $src, $imm", 25, Fmt_S, Fmt_V>;
}

let BaseOpcode = "crt_mask_i32",
    mayLoad = true, mayStore = true, hasSideEffects = true in
def CREATEMASK_32 : FR_OneOp<
  (outs GPR32:$dst), (ins VR512W:$src0),
  "crt_mask_i32 $dst, $src0", 50, Fmt_S, Fmt_V>;

let BaseOpcode = "crp" in // the hardware has no unit for it
def CROSSPROD_32 : FR_TwoOp<
  (outs VR512W:$dst), (ins VR512W:$src0, VR512W:$src1),
  "crp $dst, $src0, $src1", 63, Fmt_V, Fmt_V, Fmt_V>;

//===-- Moves ---------------------------------------------------------------------===//

let BaseOpcode = "move_i32" in {
  let isMoveReg = true in {
    let Registers = "SS", hasSideEffects = true in
    def MOVE_SS_32 : FR_OneOp<
      (outs GPR32:$dst), (ins GPR32:$src0), "move_i32 $dst, $src0", 32, Fmt_S, Fmt_S>;
    let Registers = "VV", Masking = "unmasked", hasSideEffects = true in
    def MOVE_VV_32 : FR_OneOp<
      (outs VR512W:$dst), (ins VR512W:$src0), "move_i32 $dst, $src0", 32,
      Fmt_V, Fmt_V>;
  }
  let Registers = "VS", Masking = "unmasked" in
  def MOVE_VS_32 : FR_OneOp<
    (outs VR512W:$dst), (ins GPR32:$src0), "move_i32 $dst, $src0", 32, Fmt_V, Fmt_S>;

  // The same words, for uses that count on the mask.
  let isAsmParserOnly = true, Constraints = "$dst = $oldvalue", Masking = "masked" in {
    let Registers = "VV" in
    def MOVE_VV_M_32 : FR_OneOp<
      (outs VR512W:$dst), (ins VR512W:$src0, VR512W:$oldvalue),
      "move_i32 $dst, $src0", 32, Fmt_V, Fmt_V>;
    let Registers = "VS" in
    def MOVE_VS_M_32 : FR_OneOp<
      (outs VR512W:$dst), (ins GPR32:$src0, VR512W:$oldvalue),
      "move_i32 $dst, $src0", 32, Fmt_V, Fmt_S>;
  }

  // Moves from and to the mask.
  let mayLoad = true, mayStore = true, hasSideEffects = true in {
    let DecoderNamespace = "Read_SPR", src0 = 59 in
    def READMR : FR_OneOp<
      (outs GPR32:$dst), (ins), "read_mr $dst", 32, Fmt_S, Fmt_S>;
    let DecoderNamespace = "Write_SPR", dst = 59 in
    def WRITEMR : FR_OneOp<
      (outs), (ins GPR32:$src), "write_mr $src", 32, Fmt_S, Fmt_S> {
      bits<6> src;
      let src0 = src;
    }
  }
}

// Each writes one half and keeps the other, but for MOVEI, which clears the upper one.
multiclass FMOVEI_All<string operator, bits<3> opcode> {
  let BaseOpcode = operator in {
    let hasSideEffects = true, isMoveImm = true in {
      let Registers = "S" in
      def SI : FMOVEI<
        (outs GPR32:$dst), (ins SIMM16OP:$imm), operator # " $dst, $imm", opcode,
        Fmt_S>;
      let Registers = "V", Masking = "unmasked" in
      def VI_U : FMOVEI<
        (outs VR512W:$dst), (ins SIMM16OP:$imm), operator # " $dst, $imm", opcode,
        Fmt_V>;
    }
    let Registers = "V" in
    def VI_M : FMOVEI<
      (outs VR512W:$dst), (ins SIMM16OP:$imm, VR512W:$oldvalue),
      operator # ".m $dst, $imm", opcode, Fmt_V>, MaskedForm;
  }
}
defm MOVEIL : FMOVEI_All<"moveil", 0>;
defm MOVEIH : FMOVEI_All<"moveih", 1>;
defm MOVEI  : FMOVEI_All<"movei", 2>;

// MOVEIH and MOVEIL of the halves of an address.
let isAsmParserOnly = true in {
  def LEAH : FMOVEI<
    (outs GPR32:$dst), (ins ABSh:$addr), "leah $dst, $addr", 1, Fmt_S> {
    bits<16> addr;
    let imm = addr;
    let BaseOpcode = "moveih";
  }
  def LEAL : FMOVEI<
    (outs GPR32:$dst), (ins GPR32:$addrh, ABSl:$addr), "leal $dst, $addr", 0, Fmt_S> {
    bits<16> addr;
    let imm = addr;
    let BaseOpcode = "moveil";
    let Constraints = "$dst = $addrh";
  }
}

// ADDSSI with a base and an offset.
let isAsmParserOnly = true, BaseOpcode = "add_i32" in
def LOAD_EFFECTIVE_ADDR : FI<
  (outs GPR32:$dst), (ins (LEAri $base, $offset):$addr), "_lea $dst, $addr", 4,
  Fmt_S, Fmt_S> {
  bits<6> base;
  bits<9> offset;
  let src = base;
  let imm = offset;
}

//===-- Control -------------------------------------------------------------------===//

let BaseOpcode = "barrier" in
def BARRIER : FC_TwoOp<
  (outs), (ins GPR32:$src0, GPR32:$src1), "barrier $src0, $src1", 0>;
let BaseOpcode = "flush", Itinerary = IIC_Flush in
def FLUSH : FC<(outs), (ins GPR32:$src0), "flush $src0", 2>;
let BaseOpcode = "read_cr" in
def READCR : FC_TwoOp<
  (outs GPR32:$src0), (ins GPR32:$src1), "read_cr $src0, $src1", 3>;
let BaseOpcode = "write_cr" in
def WRITECR : FC_TwoOp<
  (outs), (ins GPR32:$src0, GPR32:$src1), "write_cr $src0, $src1", 4>;

let BaseOpcode = "nop", hasSideEffects = true in // any word from 0b11 on is dropped
def NOP : InstNaplesPU<(outs), (ins), "nop", FormatOther, 0> {
  let Inst = 0xFFFFFFFF;
}

//===-- Jumps ---------------------------------------------------------------------===//

// The hardware ignores the low bits, in which encoders repeat the register.
class RegisterJump<dag ins, string asmstr, bits<3> opcode>
    : FJR<(outs), ins, asmstr, opcode> {
  let Inst{17-0} = ?;
  let PostEncoderMethod = "repeat_register";
}
let isTerminator = true, isBarrier = true, isIndirectBranch = true,
    BaseOpcode = "jmp" in
def JUMPREG : RegisterJump<(ins GPR32:$cond), "jmp $cond", 0> {
  bits<6> cond;
  let Inst{23-18} = cond;
}

let isCall = true, Defs = [RA_REG], BaseOpcode = "jmpsr" in {
  def JMPSR_REG : RegisterJump<(ins GPR32:$dst, variable_ops), "jmpsr $dst", 1> {
    bits<6> dst;
    let Inst{23-18} = dst;
  }
  def JMPSR_OFF : FJ<(outs), (ins calltarget:$addr, variable_ops), "jmpsr $addr", 1>;
}

let isReturn = true, isTerminator = true, isBarrier = true, BaseOpcode = "jret" in
def JRET : FJR<(outs), (ins), "jret", 3> {
  let Inst{23-0} = 0;
}

class ConditionalBranch<string operator, bits<3> opcode>
    : FJR<(outs), (ins GPR32:$cond, brtarget:$addr), operator # " $cond, $addr",
          opcode> {
  bits<6> cond;
  bits<18> addr;
  let Inst{23-18} = cond;
  let Inst{17-0} = addr;
  let isTerminator = true;
  let BaseOpcode = operator;
}
def BEQZ : ConditionalBranch<"beqz", 5>;
def BNEZ : ConditionalBranch<"bnez", 6>;

let isTerminator = true, isBarrier = true, BaseOpcode = "jmp" in
def JMP : FJ<(outs), (ins brtarget:$addr), "jmp $addr", 0>;

//===-- Memory --------------------------------------------------------------------===//

class Load<RegisterClass data, Operand address, string asmstr, bits<6> opcode,
           bit scratchpad>
    : FM<(outs data:$dstsrc), (ins (address $base, $offset):$addr),
         asmstr # " $dstsrc, $addr", opcode, scratchpad> {
  let mayLoad = true;
  let LaneMasked = !eq(data, VR512W);
}
class Store<RegisterClass data, Operand address, string asmstr, bits<6> opcode,
            bit scratchpad>
    : FM<(outs), (ins data:$dstsrc, (address $base, $offset):$addr),
         asmstr # " $dstsrc, $addr", opcode, scratchpad> {
  let mayStore = true;
  let LaneMasked = !eq(data, VR512W);
}

class MaskedAccess {
  list<Register> Uses = [MR_REG];
  bit Masked = true;
  string Masking = "masked";
}

multiclass FMScalarLoad<string operator, bits<6> opcode> {
  let BaseOpcode = operator, Registers = "SS" in {
    let Space = "main" in
    def _Mainmem : Load<GPR32, MEMri, operator, opcode, 0>;
    let Space = "scratchpad" in
    def _Scratchpad : Load<GPR32, MEMri, operator # "_scratchpad", opcode, 1>;
  }
}
defm L32BS : FMScalarLoad<"load32_s8", 0>;
defm L32SS : FMScalarLoad<"load32_s16", 1>;
defm L32W  : FMScalarLoad<"load32", 2>;
defm L32BU : FMScalarLoad<"load32_u8", 4>;
defm L32SU : FMScalarLoad<"load32_u16", 5>;

multiclass FMScalarStore<string operator, bits<6> opcode> {
  let BaseOpcode = operator, Registers = "SS" in {
    let Space = "main" in
    def _Mainmem : Store<GPR32, MEMri, operator, opcode, 0>;
    let Space = "scratchpad", hasSideEffects = true in
    def _Scratchpad : Store<GPR32, MEMri, operator # "_scratchpad", opcode, 1>;
  }
}
defm S32B : FMScalarStore<"store32_8", 32>;
defm S32S : FMScalarStore<"store32_16", 33>;
defm S32W : FMScalarStore<"store32", 34>;

multiclass FMVectorLoad<string operator, bits<6> opcode> {
  let BaseOpcode = operator, Registers = "VS" in {
    let Space = "main" in {
      let Masking = "unmasked" in
      def Mainmem_U : Load<VR512W, MEMri, operator, opcode, 0>;
      def Mainmem_M : Load<VR512W, MEMri, operator # ".m", opcode, 0>, MaskedAccess;
    }
    let Space = "scratchpad" in {
      let Masking = "unmasked" in
      def Scratchpad_U : Load<VR512W, MEMri, operator # "_scratchpad", opcode, 1>;
      def Scratchpad_M : Load<VR512W, MEMri, operator # "_scratchpad.m", opcode, 1>,
                         MaskedAccess;
    }
  }
}
defm LV32B  : FMVectorLoad<"load_v16i8", 7>;
defm LV32S  : FMVectorLoad<"load_v16i16", 8>;
defm LV32W  : FMVectorLoad<"load_v16i32", 9>;
defm LV32BU : FMVectorLoad<"load_v16u8", 11>;
defm LV32SU : FMVectorLoad<"load_v16u16", 12>;

multiclass FMVectorStore<string operator, bits<6> opcode> {
  let BaseOpcode = operator, Registers = "VS" in {
    let Space = "main" in {
      let Masking = "unmasked" in
      def Mainmem_U : Store<VR512W, MEMri, operator, opcode, 0>;
      def Mainmem_M : Store<VR512W, MEMri, operator # ".m", opcode, 0>, MaskedAccess;
    }
    let Space = "scratchpad" in {
      let Masking = "unmasked" in
      def Scratchpad_U : Store<VR512W, MEMri, operator # "_scratchpad", opcode, 1>;
      def Scratchpad_M : Store<VR512W, MEMri, operator # "_scratchpad.m", opcode, 1>,
                         MaskedAccess;
    }
  }
}
defm SV32B : FMVectorStore<"store_v16i8", 36>;
defm SV32S : FMVectorStore<"store_v16i16", 37>;
defm SV32W : FMVectorStore<"store_v16i32", 38>;

// One address a lane; the scratchpad alone has them.
let Registers = "VV", Space = "scratchpad" in {
  let BaseOpcode = "loadg32" in {
    let Masking = "unmasked" in
    def GLV32WScratchpad_U
        : Load<VR512W, V16MEMri, "loadg32_scratchpad", 16, 1>;
    def GLV32WScratchpad_M
        : Load<VR512W, V16MEMri, "loadg32_scratchpad.m", 16, 1>, MaskedAccess;
  }
  let BaseOpcode = "stores32", mayLoad = true, hasSideEffects = true in {
    let Masking = "unmasked" in
    def SSV32WScratchpad_U
        : Store<VR512W, V16MEMri, "stores32_scratchpad", 42, 1>;
    def SSV32WScratchpad_M
        : Store<VR512W, V16MEMri, "stores32_scratchpad.m", 42, 1>, MaskedAccess;
  }
}
