include "circ/Target.td"

foreach i = [0, 1, 2] in
  def A#i : Register<"a"#i> { let HWEncoding = !add(i, 4); }
def FLAGS : Register<"flags">;
def B0 : Register<"b0"> { let HWEncoding = 9; }
def Wide : RegisterClass<"M", [i32], 32, (add A2, A0, A1)> {
  string DialectType = "wide_file";
}
def Mask : RegisterClass<"M", [i1], 8, (add B0)>;
def WideOperand : RegisterOperand<Wide>;
def Memory : Operand<iPTR> { let MIOperandInfo = (ops Wide:$base, i32imm:$offset); }

class I<dag outs, dag ins> : Instruction {
  let Namespace = "M";
  let OutOperandList = outs;
  let InOperandList = ins;
  let mayLoad = 0;
  let mayStore = 0;
  let hasSideEffects = 0;
}
def ADD : I<(outs Wide:$dst), (ins Wide:$a, WideOperand:$b)> {
  string BaseOpcode = "add";
  let Defs = [FLAGS];
}
let Constraints = "$old = $dst", Uses = [FLAGS, B0] in
def ADDM : I<(outs Wide:$dst), (ins Mask:$when, Wide:$old)>;
let mayLoad = 1 in def LOAD : I<(outs Wide:$dst), (ins Memory:$at)>;
let mayStore = 1, hasSideEffects = 1 in
def STORE : I<(outs), (ins Wide:$value, (Memory $base, $offset):$at)>;
let isBranch = 1, isTerminator = 1 in def JUMP : I<(outs), (ins i32imm:$to)>;
let isPseudo = 1 in def FAKE : I<(outs), (ins)>;

def MInfo : InstrInfo;
def Machine : Target { let InstructionSet = MInfo; }
