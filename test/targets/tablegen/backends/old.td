// A description over a base file as small as those of older LLVM: fields that came
// later are missing, costs are numbers, and types do not say what they are.
class ValueType<int size> { int Size = size; }
def i8 : ValueType<8>; def i32 : ValueType<32>;
def f16 : ValueType<16>; def f32 : ValueType<32>; def v4f32 : ValueType<128>;
class Register<string n> {
  string AsmName = n;
  list<Register> SubRegs = [];
  bits<16> HWEncoding = 0;
  int CostPerUse = 2;
}
class RegisterClass<list<ValueType> types, int alignment, dag members> {
  list<ValueType> RegTypes = types;
  int Size = 0;
  int Alignment = alignment;
  int CopyCost = 1;
  dag MemberList = members;
  bit isAllocatable = 1;
  int AllocationPriority = 0;
}
def add; def sequence;
class CCAction;
class CCPromoteToType<ValueType t> : CCAction { ValueType DestTy = t; }
class CCAssignToReg<list<Register> r> : CCAction { list<Register> RegList = r; }
class CCPredicateAction<CCAction A> : CCAction { CCAction SubAction = A; }
class CCIfType<list<ValueType> v, CCAction A> : CCPredicateAction<A> {
  list<ValueType> VTs = v;
}
class CallingConv<list<CCAction> actions> { list<CCAction> Actions = actions; }
class CalleeSavedRegs<dag saves> { dag SaveList = saves; }

def R0 : Register<"r0">; def R1 : Register<"r1">;
def GPR : RegisterClass<[i32], 32, (sequence "R%u", 0, 1)>;
def CC : CallingConv<[CCIfType<[i8], CCPromoteToType<i32>>,
                      CCIfType<[f16], CCPromoteToType<f32>>,
                      CCIfType<[f32], CCPromoteToType<v4f32>>,
                      CCAssignToReg<[R1, R0]>]>;
def Saved : CalleeSavedRegs<(add R1)>;
