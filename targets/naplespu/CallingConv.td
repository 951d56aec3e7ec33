// Where arguments, results and saved registers are (docs/reference/naplespu-isa.md,
// sections 1.2 to 1.4).
//
// Values travel in two register files, for which the same rules hold: the first eight
// registers are for arguments, the first six for results, and the last ones are saved by
// the function that is called. What does not fit a register takes a slot on the stack.

class RegisterFileRules<string letter, list<ValueType> types, list<ValueType> narrow,
                        int slot, int firstSaved, int lastSaved> {
  list<Register> firstEight = !foreach(n, !range(8), !cast<Register>(letter # n));
  list<Register> firstSix = !foreach(n, !range(6), !cast<Register>(letter # n));

  // Narrow values are widened to the first of the types that registers hold.
  CCAction Widening = CCIfType<narrow, CCPromoteToType<!head(types)>>;
  // A call of a variadic function passes all arguments on the stack.
  CCAction Arguments = CCIfNotVarArg<CCIfType<types, CCAssignToReg<firstEight>>>;
  CCAction Results = CCIfType<types, CCAssignToReg<firstSix>>;
  CCAction Stack = CCIfType<types, CCAssignToStack<slot, slot>>;
  dag Saved = (sequence letter # "%u", firstSaved, lastSaved);
}
def ScalarFile : RegisterFileRules<"S", [i32, f32], [i1, i8, i16], 4, 50, 57>;
def VectorFile : RegisterFileRules<"V", [v16i32, v16f32], [v16i8, v16i16], 64, 56, 63>;

defvar Widening = [ScalarFile.Widening, VectorFile.Widening];

def CC_NaplesPU : CallingConv<Widening # [
  ScalarFile.Arguments, VectorFile.Arguments, ScalarFile.Stack, VectorFile.Stack
]>;
def RetCC_NaplesPU : CallingConv<Widening # [ScalarFile.Results, VectorFile.Results]>;

def CSR_NaplesPU : CalleeSavedRegs<
    (add ScalarFile.Saved, MR_REG, FP_REG, RA_REG, VectorFile.Saved)>;
