// Where arguments and results go: actions that are tried in order.
//
// Conditions are Python expressions over `flags` (of the argument) and `state` (of the
// call); the classes that make them are the ones to use.

class CCAction;
class CallingConv;

class CCCustom<string fn> : CCAction { // a function that decides
  string FuncName = fn;
}

class CCPredicateAction<CCAction A> : CCAction {
  CCAction SubAction = A;
}
class CCIfType<list<ValueType> vts, CCAction A> : CCPredicateAction<A> {
  list<ValueType> VTs = vts;
}
class CCIf<string predicate, CCAction A> : CCPredicateAction<A> {
  string Predicate = predicate;
}
class CCIfByVal<CCAction A> : CCIf<"flags.by_value", A>;
class CCIfInReg<CCAction A> : CCIf<"flags.in_register", A>;
class CCIfNest<CCAction A> : CCIf<"flags.nest", A>;
class CCIfSplit<CCAction A> : CCIf<"flags.split", A>;
class CCIfSRet<CCAction A> : CCIf<"flags.struct_return", A>;
class CCIfVarArg<CCAction A> : CCIf<"state.variadic", A>;
class CCIfNotVarArg<CCAction A> : CCIf<"not state.variadic", A>;
class CCIfConsecutiveRegs<CCAction A> : CCIf<"flags.consecutive_registers", A>;
class CCIfPtr<CCAction A> : CCIf<"flags.pointer", A>;
class CCIfPtrAddrSpace<int AS, CCAction A>
    : CCIf<"flags.pointer and flags.address_space == " # AS, A>;
class CCIfCC<string CC, CCAction A> // the name of a convention, such as "Fast"
    : CCIf<"state.calling_convention == '" # CC # "'", A>;

class CCAssignToReg<list<Register> regList> : CCAction { // the first that is free
  list<Register> RegList = regList;
}
class CCAssignToRegWithShadow<list<Register> regList, list<Register> shadowList>
    : CCAction {
  list<Register> RegList = regList;
  list<Register> ShadowRegList = shadowList; // taken along with it
}
class CCAssignToRegAndStack<list<Register> regList, int size, int align>
    : CCAssignToReg<regList> { // room on the stack as well
  int Size = size;
  int Align = align;
}
class CCAssignToStack<int size, int align> : CCAction { // bytes; 0: those of the type
  int Size = size;
  int Align = align;
}
class CCAssignToStackWithShadow<int size, int align, list<Register> shadowList>
    : CCAction {
  int Size = size;
  int Align = align;
  list<Register> ShadowRegList = shadowList;
}
class CCPassByVal<int size, int align> : CCAction { // a copy on the stack, at least this
  int Size = size;
  int Align = align;
}
class CCPromoteToType<ValueType destTy> : CCAction { // widen, then go on
  ValueType DestTy = destTy;
}
class CCPromoteToUpperBitsInType<ValueType destTy> : CCAction {
  ValueType DestTy = destTy;
}
class CCBitConvertToType<ValueType destTy> : CCAction {
  ValueType DestTy = destTy;
}
class CCTruncToType<ValueType destTy> : CCAction {
  ValueType DestTy = destTy;
}
class CCPassIndirect<ValueType destTy> : CCAction { // the address of a copy
  ValueType DestTy = destTy;
}
class CCDelegateTo<CallingConv cc> : CCAction {
  CallingConv CC = cc;
}

class CallingConv<list<CCAction> actions> {
  list<CCAction> Actions = actions;
  bit Entry = 0;  // callable from outside of the generated code
  bit Custom = 0; // written elsewhere
}
class CustomCallingConv : CallingConv<[]> {
  let Custom = 1;
}

class CalleeSavedRegs<dag saves> {
  dag SaveList = saves;  // in the order of saving
  dag OtherPreserved;    // kept, but not by saving them
}
