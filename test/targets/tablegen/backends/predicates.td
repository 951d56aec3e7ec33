// Every predicate, as it is, negated and negated twice. The test includes a base.
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def R1 : Register<"r1"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
class I : Instruction {
  let Namespace = "Toy";
  let OutOperandList = (outs GPR:$a);
  let InOperandList = (ins GPR:$b, i32imm:$c);
}
def A : I; def B : I; def C : I;
def P : I { let isPseudo = 1; }
def Q : I { let isPseudo = 1; }

class Asks<string name, MCInstPredicate p>
    : TIIPredicate<name, MCReturnStatement<p>>;
multiclass Both<string name, MCInstPredicate p> {
  def : Asks<name, p>;
  def : Asks<name # "_not", CheckNot<p>>;
  def : Asks<name # "_twice", CheckNot<CheckNot<p>>>;
}
defm : Both<"truth", TruePred>;
defm : Both<"falsehood", FalsePred>;
defm : Both<"reg", CheckIsRegOperand<0>>;
defm : Both<"virtual", CheckIsVRegOperand<0>>;
defm : Both<"physical", CheckIsNotVRegOperand<0>>;
defm : Both<"imm", CheckIsImmOperand<2>>;
defm : Both<"same", CheckSameRegOperand<0, 1>>;
defm : Both<"is_r1", CheckRegOperand<0, R1>>;
defm : Both<"invalid", CheckInvalidRegOperand<1>>;
defm : Both<"valid", CheckValidRegOperand<1>>;
defm : Both<"is_minus_2", CheckImmOperand<2, -2>>;
defm : Both<"is_named", CheckImmOperand_s<2, "Space::TWO">>;
defm : Both<"is_number", CheckImmOperand_s<2, "0x2">>;
defm : Both<"less", CheckImmOperandLT<2, 1>>;
defm : Both<"greater", CheckImmOperandGT<2, 1>>;
defm : Both<"at_most", CheckImmOperandLE<2, 1>>;
defm : Both<"at_least", CheckImmOperandGE<2, 1>>;
defm : Both<"between", CheckImmOperandRange<2, -1, 1>>;
defm : Both<"some_reg", CheckRegOperandSimple<0>>;
defm : Both<"some_imm", CheckImmOperandSimple<2>>;
defm : Both<"zero", CheckZeroOperand<2>>;
defm : Both<"three", CheckNumOperands<3>>;
defm : Both<"a_or_b", CheckOpcode<[A, B]>>;
defm : Both<"only_a", CheckOpcode<[A]>>;
defm : Both<"all", CheckAll<[
  CheckIsRegOperand<0>, CheckAny<[CheckIsImmOperand<1>, CheckIsImmOperand<2>]>
]>>;
defm : Both<"any", CheckAny<[CheckAll<[CheckOpcode<[A]>, CheckZeroOperand<2>]>,
                             CheckNot<CheckIsRegOperand<1>>]>>;
defm : Both<"single", CheckAny<[CheckIsImmOperand<1>]>>;
let FunctionMapper = "Space::half" in {
def half_reg : CheckRegOperand<0, R1>;
def half_imm : CheckImmOperand<2, 1>;
def half_named : CheckImmOperand_s<2, "ONE">;
def half_less : CheckImmOperandLT<2, 1>;
def half_some_reg : CheckRegOperandSimple<0>;
def half_some_imm : CheckImmOperandSimple<2>;
def half_invalid : CheckInvalidRegOperand<0>;
}
defm : Both<"half_reg", half_reg>;
defm : Both<"half_imm", half_imm>;
defm : Both<"half_named", half_named>;
defm : Both<"half_less", half_less>;
defm : Both<"half_some_reg", half_some_reg>;
defm : Both<"half_some_imm", half_some_imm>;
defm : Both<"half_invalid", half_invalid>;
// CheckNot does not reach these in LLVM, so they are asked as they are.
def : Asks<"pseudo", CheckPseudo<[P, Q]>>;
def : Asks<"hosted", CheckNonPortable<"MI.getOperand(2).isGlobal()">>;
def : Asks<"called", CheckFunctionPredicate<"calledMC", "calledMI">>;
def : Asks<"called_tii", CheckFunctionPredicateWithTII<"Space::odd", "odd", "TheTII">>;
// The article's question: a switch over opcodes, whose cases need not be the same.
def Cases : MCOpcodeSwitchCase<[A, B], MCReturnStatement<CheckAll<[
  CheckIsRegOperand<1>, CheckValidRegOperand<1>,
  CheckAny<[CheckAll<[CheckIsImmOperand<2>, CheckNot<CheckZeroOperand<2>>]>,
            CheckNonPortable<"MI.getOperand(2).isGlobal()">]>
]>>>;
def Other : MCOpcodeSwitchCase<[C], MCReturnStatement<CheckIsImmOperand<1>>>;
def ThreeOperands : TIIPredicate<"isThreeOperands",
  MCOpcodeSwitchStatement<[Cases, Other], MCReturnStatement<FalsePred>>>;
defm : Both<"asked", ThreeOperands>;
def Nested : TIIPredicate<"nested", MCOpcodeSwitchStatement<
  [MCOpcodeSwitchCase<[A], MCReturnStatement<TruePred>>],
  MCOpcodeSwitchStatement<[MCOpcodeSwitchCase<[B, P], MCReturnStatement<
    CheckIsRegOperand<0>>>], MCReturnStatement<FalsePred>>>>;
