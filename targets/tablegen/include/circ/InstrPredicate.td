// Questions about instructions that become functions.

class MCInstPredicate;
class MCTrue : MCInstPredicate;
class MCFalse : MCInstPredicate;
def TruePred : MCTrue;
def FalsePred : MCFalse;

class CheckNot<MCInstPredicate P> : MCInstPredicate {
  MCInstPredicate Pred = P;
}

// Of what kind is the operand at a position?
class MCOperandPredicate<int Index> : MCInstPredicate {
  int OpIndex = Index;
}
class CheckIsRegOperand<int Index> : MCOperandPredicate<Index>;
class CheckIsVRegOperand<int Index> : MCOperandPredicate<Index>;
class CheckIsNotVRegOperand<int Index> : CheckNot<CheckIsVRegOperand<Index>>;
class CheckIsImmOperand<int Index> : MCOperandPredicate<Index>;

class CheckSameRegOperand<int First, int Second> : MCInstPredicate {
  int FirstIndex = First;
  int SecondIndex = Second;
}

// What is its value? A function mapper names a function to apply to the value first.
class CheckOperandBase<int Index, string Fn = ""> : MCOperandPredicate<Index> {
  string FunctionMapper = Fn;
}
class CheckRegOperand<int Index, Register R> : CheckOperandBase<Index> {
  Register Reg = R;
}
class CheckInvalidRegOperand<int Index> : CheckOperandBase<Index>; // no register
class CheckValidRegOperand<int Index> : CheckNot<CheckInvalidRegOperand<Index>>;
class CheckImmOperand<int Index, int Imm> : CheckOperandBase<Index> {
  int ImmVal = Imm;
}
class CheckImmOperand_s<int Index, string Value> : CheckOperandBase<Index> {
  string ImmVal = Value;
}
class CheckImmOperandLT<int Index, int Imm> : CheckOperandBase<Index> {
  int ImmVal = Imm;
}
class CheckImmOperandGT<int Index, int Imm> : CheckOperandBase<Index> {
  int ImmVal = Imm;
}
class CheckImmOperandLE<int Index, int Imm>
    : CheckNot<CheckImmOperandGT<Index, Imm>>;
class CheckImmOperandGE<int Index, int Imm>
    : CheckNot<CheckImmOperandLT<Index, Imm>>;
class CheckRegOperandSimple<int Index> : CheckOperandBase<Index>; // mapper alone
class CheckImmOperandSimple<int Index> : CheckOperandBase<Index>;
class CheckZeroOperand<int Index> : CheckImmOperand<Index, 0>;

class CheckNumOperands<int Num> : MCInstPredicate {
  int NumOps = Num;
}
class CheckOpcode<list<Instruction> Opcodes> : MCInstPredicate {
  list<Instruction> ValidOpcodes = Opcodes;
}
class CheckPseudo<list<Instruction> Opcodes> : CheckOpcode<Opcodes>;
class CheckNonPortable<string Code> : MCInstPredicate { // code of the host
  string CodeBlock = Code;
}

class CheckPredicateSequence<list<MCInstPredicate> Preds> : MCInstPredicate {
  list<MCInstPredicate> Predicates = Preds;
}
class CheckAll<list<MCInstPredicate> Sequence> : CheckPredicateSequence<Sequence>;
class CheckAny<list<MCInstPredicate> Sequence> : CheckPredicateSequence<Sequence>;
class CheckImmOperandRange<int Index, int Start, int End>
    : CheckAll<[CheckImmOperandGE<Index, Start>, CheckImmOperandLE<Index, End>]>;

// The bodies of functions.
class MCStatement;
class MCReturnStatement<MCInstPredicate predicate> : MCStatement {
  MCInstPredicate Pred = predicate;
}
class MCOpcodeSwitchCase<list<Instruction> opcodes, MCStatement caseStmt> {
  list<Instruction> Opcodes = opcodes;
  MCStatement CaseStmt = caseStmt;
}
class MCOpcodeSwitchStatement<list<MCOpcodeSwitchCase> cases, MCStatement default>
    : MCStatement {
  list<MCOpcodeSwitchCase> Cases = cases;
  MCStatement DefaultCase = default;
}

class FunctionPredicateBase<string name, MCStatement body> {
  string FunctionName = name;
  MCStatement Body = body;
}
// A function of the target's instruction information.
class TIIPredicate<string Name, MCStatement body>
    : FunctionPredicateBase<Name, body>, MCInstPredicate;
// A call of a function that is written elsewhere.
class CheckFunctionPredicate<string MCInstFn, string MachineInstrFn>
    : MCInstPredicate {
  string MCInstFnName = MCInstFn;
  string MachineInstrFnName = MachineInstrFn;
}
class CheckFunctionPredicateWithTII<string MCInstFn, string MachineInstrFn,
                                    string TIIPointer = "TII"> : MCInstPredicate {
  string MCInstFnName = MCInstFn;
  string TIIPtrName = TIIPointer;
  string MachineInstrFnName = MachineInstrFn;
}
