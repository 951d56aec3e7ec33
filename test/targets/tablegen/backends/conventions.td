// Calling conventions with every action and condition there is.
include "circ/Target.td"

let Namespace = "Toy" in {
  foreach n = 0...7 in def R#n : Register<"r"#n>;
  foreach n = 0...3 in def F#n : Register<"f"#n>;
  def low : SubRegIndex<32>;
  def high : SubRegIndex<32, 32>;
  foreach n = [0, 2, 4] in
    def P#n : RegisterWithSubRegs<"p"#n, [!cast<Register>("R"#n),
                                          !cast<Register>("R"#!add(n, 1))]> {
      let SubRegIndices = [low, high];
      let CoveredBySubRegs = true;
    }
}
def GPR : RegisterClass<"Toy", [i32], 32, (sequence "R%u", 0, 7)>;

def CC_Sub : CallingConv<[
  CCIfType<[i1, i8], CCPromoteToType<i16>>,
  CCIfType<[i16], CCAssignToReg<[R6, R7]>>,
  CCIfSRet<CCAssignToReg<[R5]>>
]>;
def CC_Everything : CallingConv<[
  CCIfByVal<CCPassByVal<8, 4>>,
  CCIfNest<CCAssignToReg<[R7]>>,
  CCIfSplit<CCIfType<[i32], CCAssignToReg<[R2, R4]>>>,
  CCIfConsecutiveRegs<CCPassIndirect<i32>>,
  CCIfPtrAddrSpace<3, CCAssignToReg<[R3]>>,
  CCIfPtr<CCTruncToType<i32>>,
  CCIfVarArg<CCIfType<[i16, f32], CCAssignToStack<8, 4>>>,
  CCDelegateTo<CC_Sub>,
  CCIfType<[i1, i8], CCPromoteToType<i32>>,
  CCIfType<[i16], CCPromoteToUpperBitsInType<i32>>,
  CCIfType<[f16], CCPromoteToType<f32>>,
  CCIfNotVarArg<CCIfType<[f32], CCAssignToRegWithShadow<[F0, F1], [R0, R1]>>>,
  CCIfInReg<CCAssignToRegAndStack<[R0, R1], 4, 8>>,
  CCIfType<[i64], CCAssignToReg<[P0, P2, P4]>>,
  CCIfType<[f64], CCBitConvertToType<i64>>,
  CCIfType<[i32], CCAssignToReg<[R0, R1, R2, R3]>>,
  CCIfType<[i64], CCAssignToStackWithShadow<8, 8, [R2, R3]>>,
  CCIfType<[i32, f32], CCAssignToStack<4, 4>>
]>;

def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
