// Instructions with every property that a descriptor has. The test includes a base.
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def R1 : Register<"r1"> { let Namespace = "Toy"; }
def CC : Register<"cc"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
def CCR : RegisterClass<"Toy", [i32], 32, (add CC)>;
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }

def Mem : Operand<i32> {
  let MIOperandInfo = (ops GPR:$base, i32imm:$off);
  let OperandType = "OPERAND_MEMORY";
}
def Shown : RegisterOperand<GPR, "printShown">;
def pred : PredicateOperand<OtherVT, (ops i32imm, CCR), (ops (i32 14), R0)>;
def cc_out : OptionalDefOperand<OtherVT, (ops CCR), (ops (i32 R0))>;
def ptr : PointerLikeRegClass<3>;
def loadaddr : ComplexPattern<i32, 2, "selectLoad", [add], [SDNPMayLoad]>;
def slow : InstrItinClass;
def WriteA : SchedWrite;
def WriteB : SchedWrite;
def ReadA : SchedRead;
def SDTToyLoad : SDTypeProfile<1, 1, [SDTCisVT<0, i32>, SDTCisVT<1, i32>]>;
def SDTToyStore : SDTypeProfile<0, 2, [SDTCisVT<0, i32>, SDTCisVT<1, i32>]>;
def SDTToyFence : SDTypeProfile<0, 0, []>;
def loaded : SDNode<"Toy::LOAD", SDTToyLoad, [SDNPHasChain, SDNPMayLoad]>;
def stored : SDNode<"Toy::STORE", SDTToyStore, [SDNPHasChain, SDNPMayStore]>;
def barrier : SDNode<"Toy::FENCE", SDTToyFence, [SDNPHasChain, SDNPSideEffect]>;
def cast32 : SDNode<"ISD::BITCAST", SDTToyLoad>;
def loadword : PatFrag<(ops node:$p), (loaded node:$p)>;
def addr : ComplexPattern<i32, 2, "selectAddr">;

class I<dag outs, dag ins, list<dag> pattern = []> : Instruction {
  let Namespace = "Toy";
  let Size = 4;
  let OutOperandList = outs;
  let InOperandList = ins;
  let Pattern = pattern;
}
// Effects: given, inferred, guessed.
def ADD : I<(outs GPR:$d), (ins GPR:$a, GPR:$b),
            [(set GPR:$d, (add GPR:$a, GPR:$b))]> { let isCommutable = 1; let isAdd = 1; }
def LOAD : I<(outs GPR:$d), (ins Mem:$m), [(set GPR:$d, (loadword addr:$m))]>;
def FOLDED : I<(outs GPR:$d), (ins Mem:$m, GPR:$a),
               [(set GPR:$d, (sub GPR:$a, (loadword addr:$m)))]> { let canFoldAsLoad = 1; }
def DIRECT : I<(outs GPR:$d), (ins Mem:$m), [(set GPR:$d, loadaddr:$m)]>;
def STORE : I<(outs), (ins GPR:$v, Mem:$m), [(stored GPR:$v, addr:$m)]>;
def FENCE : I<(outs), (ins), [(barrier)]>;
def GUESSED : I<(outs GPR:$d), (ins GPR:$a)>;
def GIVEN : I<(outs GPR:$d), (ins GPR:$a)> {
  let hasSideEffects = 0; let mayLoad = 1; let mayStore = 1;
}
def TRAPPING : I<(outs GPR:$d), (ins GPR:$a, GPR:$b),
                 [(set GPR:$d, (sdiv GPR:$a, GPR:$b))]> { let hasSideEffects = 1; }
def BITCAST : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (cast32 GPR:$a))]>;
def OUTSIDE : I<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
def : Pat<(mul GPR:$a, GPR:$b), (OUTSIDE GPR:$a, GPR:$b)>;
def TWICE : I<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
def : Pat<(and GPR:$a, GPR:$b), (TWICE (TWICE GPR:$a, GPR:$b), GPR:$b)>;
// Control flow and kinds.
let isBranch = 1, isTerminator = 1, isBarrier = 1, hasDelaySlot = 1 in
def JUMP : I<(outs), (ins GPR:$a)> { let isIndirectBranch = 1; }
let isCall = 1, Defs = [R0, CC], Uses = [R1] in
def CALL : I<(outs), (ins i32imm:$t, variable_ops)>;
let isReturn = 1, isTerminator = 1, isEHScopeReturn = 1 in
def RET : I<(outs), (ins)>;
let isCompare = 1, isMoveImm = 1, isMoveReg = 1, isSelect = 1, isReMaterializable = 1,
    isAsCheapAsAMove = 1, isConvertibleToThreeAddress = 1, mayRaiseFPException = 1 in
def KINDS : I<(outs), (ins)>;
let isNotDuplicable = 1, isConvergent = 1, isAuthenticated = 1, isTrap = 1,
    usesCustomInserter = 1, hasPostISelHook = 1, hasExtraSrcRegAllocReq = 1,
    hasExtraDefRegAllocReq = 1, variadicOpsAreDefs = 1 in
def OTHERS : I<(outs), (ins)>;
let isRegSequence = 1, isExtractSubreg = 1, isInsertSubreg = 1, isMeta = 1,
    isPseudo = 1, isPreISelOpcode = 1, isCodeGenOnly = 1 in
def REST : I<(outs), (ins)> { let Size = 0; }
// Operands.
def PREDICATED : I<(outs GPR:$d), (ins GPR:$a, pred:$p)>;
def NEVER : I<(outs GPR:$d), (ins GPR:$a, pred:$p)> { let isUnpredicable = 1; }
def ALWAYS : I<(outs GPR:$d), (ins GPR:$a)> { let isPredicable = 1; }
def FLAGGED : I<(outs GPR:$d, cc_out:$s), (ins Shown:$a, ptr:$p)>;
def TIED : I<(outs GPR:$d, GPR:$e), (ins GPR:$a, Mem:$m)> {
  let Constraints = "$d = $a,@earlyclobber $e";
  let UseNamedOperandTable = 1;
}
def MULTIPLE : I<(outs GPR:$d), (ins (Mem $x, $y):$n, variable_ops)> {
  let Constraints = "$d = $x";
  let UseNamedOperandTable = 1;
}
// Schedules and target flags.
def SLOWER : I<(outs), (ins)> { let Itinerary = slow; }
def SLOWEST : I<(outs), (ins)>, Sched<[WriteA, ReadA, WriteB]> { let Itinerary = slow; }
def AGAIN : I<(outs), (ins)> { let Itinerary = slow; }
def WRITTEN : I<(outs), (ins)>, Sched<[WriteA]> {
  let TSFlags{63} = 1;
  let TSFlags{5-3} = 0b101;
}
