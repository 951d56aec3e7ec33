// Instructions that stand for several: constants, selections, read-modify-write loops
// (docs/reference/naplespu-isa.md, section 4).

// The space for stack arguments of a call.
let Uses = [SP_REG], Defs = [SP_REG], hasSideEffects = true in {
  def ADJCALLSTACKDOWN : Pseudo<(outs), (ins i32imm:$amt1, i32imm:$amt2)>;
  def ADJCALLSTACKUP   : Pseudo<(outs), (ins i32imm:$amt1, i32imm:$amt2)>;
}

let isCodeGenOnly = false, hasSideEffects = true in
def LOAD_EFFECTIVE_ADDR_SYM
    : Pseudo<(outs GPR32:$dst), (ins symref:$label), "lea $dst, $label">;

let usesCustomInserter = true in {
  // Any constant: `movei`, or `moveih` with `moveil`.
  def LoadI32 : Pseudo<(outs GPR32:$dst), (ins GPR32:$val)>;
  def LoadF32 : Pseudo<(outs GPR32:$dst), (ins GPR32:$val)>;

  class Selection<RegisterClass data>
      : Pseudo<(outs data:$dst), (ins GPR32:$pred, data:$true, data:$false)>;
  def SELECTI  : Selection<GPR32>;
  def SELECTF  : Selection<GPR32>;
  def SELECTVI : Selection<VR512W>;
  def SELECTVF : Selection<VR512W>;

  def InsertELT32
      : Pseudo<(outs VR512W:$dst), (ins VR512W:$vec, GPR32:$elem, GPR32:$pos)>;
}

// Load, compute, store: not atomic on this hardware, which has no such access.
let usesCustomInserter = true, mayLoad = true, mayStore = true in {
  multiclass ReadModifyWrite {
    def R : Pseudo<(outs GPR32:$dst), (ins GPR32:$ptr, GPR32:$amt)>;
    def I : Pseudo<(outs GPR32:$dst), (ins GPR32:$ptr, SIMM9OP:$amt)>;
  }
  foreach operation = ["ADD", "SUB", "AND", "OR", "XOR", "NAND"] in
  defm ATOMIC_LOAD_#operation : ReadModifyWrite;

  def ATOMIC_SWAP : Pseudo<(outs GPR32:$dst), (ins GPR32:$ptr, GPR32:$swap)>;
  def ATOMIC_CMP_SWAP
      : Pseudo<(outs GPR32:$dst), (ins GPR32:$ptr, GPR32:$cmp, GPR32:$swap)>;
}
