// Registers: 64 scalar ones of 32 bits and 64 vector ones of sixteen 32-bit lanes
// (docs/reference/naplespu-isa.md, section 1.1).

class NaplesPUGPRReg<string n, int number> : Register<n> {
  let Namespace = "NaplesPU";
  let HWEncoding = number;
}

// Debug information numbers vector registers behind the scalar ones.
class ScalarReg<string n, int number>
    : NaplesPUGPRReg<n, number>, DwarfRegNum<[number]>;
class VectorReg<string n, int number>
    : NaplesPUGPRReg<n, number>, DwarfRegNum<[!add(number, 64)]>;

foreach i = 0...57 in
  def S#i : ScalarReg<"s"#i, i>;

def TR_REG : ScalarReg<"tr", 58>; // temporary of the compiler
def MR_REG : ScalarReg<"rm", 59>; // mask: bit i enables lane i
def FP_REG : ScalarReg<"fp", 60>; // frame pointer
def SP_REG : ScalarReg<"sp", 61>; // stack pointer
def RA_REG : ScalarReg<"ra", 62>; // return address
def PC_REG : ScalarReg<"pc", 63>; // reads as the address of the reading instruction

foreach i = 0...63 in
  def V#i : VectorReg<"v"#i, i>;

// Two scalar registers that hold 64 bits, the low word in the even one.
let Namespace = "NaplesPU" in {
  def sub_low  : SubRegIndex<32>;
  def sub_high : SubRegIndex<32, 32>;
}
def ScalarPairs
    : RegisterTuples<[sub_low, sub_high],
                     [(decimate (sequence "S%u", 0, 57), 2),
                      (decimate (sequence "S%u", 1, 57), 2)]>;

// The order is the order of allocation. A dialect type is what operations call a class.
def GPR32
    : RegisterClass<"NaplesPU", [i32, f32], 32,
                    (add (sequence "S%u", 0, 57),
                         TR_REG, MR_REG, FP_REG, SP_REG, RA_REG, PC_REG)> {
  string DialectType = "scalar";
}
def VR512W
    : RegisterClass<"NaplesPU", [v16i32, v16f32], 512, (sequence "V%u", 0, 63)> {
  string DialectType = "vector";
}
def GPR64 : RegisterClass<"NaplesPU", [i64, f64], 32, (add ScalarPairs)> {
  let isAllocatable = false; // no instruction has such an operand
}
