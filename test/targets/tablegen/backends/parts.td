// Registers that overlap in most ways there are: floats of 32, 64 and 128 bits in one
// file, tuples that straddle them, and words with a low and a high byte.
include "circ/Target.td"

class Reg<string name, int number, list<Register> parts = []> : Register<name> {
  let Namespace = "Parts";
  let HWEncoding = number;
  let SubRegs = parts;
  let CoveredBySubRegs = !not(!empty(parts));
}

let Namespace = "Parts" in {
  def half_lo : SubRegIndex<32>;
  def half_hi : SubRegIndex<32, 32>;
  def word_0 : SubRegIndex<64>;
  def word_1 : SubRegIndex<64, 64>;
  def quad_0 : SubRegIndex<128>;
  def quad_1 : SubRegIndex<128, 128>;
  def word_2 : ComposedSubRegIndex<quad_1, word_0>;
  def even : SubRegIndex<32>;
  def odd : SubRegIndex<32, 32>;
  def low : SubRegIndex<8>;
  def high : SubRegIndex<8, 8>;
  def short : SubRegIndex<16>;
  def upper : SubRegIndex<16, 16>;
}

// Floats: F0..F7 are the halves of D0..D3; Q0..Q3 are pairs of D0..D7.
foreach i = 0...7 in
  def F#i : Reg<"f"#i, i>, DwarfRegNum<[!add(i, 64), -1]>;
let SubRegIndices = [half_lo, half_hi] in
foreach i = 0...3 in
  def D#i : Reg<"d"#i, i, [!cast<Register>("F"#!mul(i, 2)),
                           !cast<Register>("F"#!add(!mul(i, 2), 1))]>,
            DwarfRegNum<[!add(i, 256), 7]>;
foreach i = 4...7 in
  def D#i : Reg<"d"#i, i>, DwarfRegNum<[!add(i, 256), -2]>;
let SubRegIndices = [word_0, word_1] in
foreach i = 0...3 in
  def Q#i : Reg<"q"#i, i, [!cast<Register>("D"#!mul(i, 2)),
                           !cast<Register>("D"#!add(!mul(i, 2), 1))]>;

// Integers, one of which overlaps two others by decree and one that is always zero.
foreach i = 0...7 in
  def R#i : Reg<"r"#i, i>, DwarfRegNum<[i]>;
def SP : Reg<"sp", 12>, DwarfRegNum<[12]> { let CostPerUse = [3]; }
def LR : Reg<"lr", 13>, DwarfRegAlias<R7>;
def STATUS : Reg<"status", 14> { let Aliases = [SP, LR]; let CostPerUse = [2, 1]; }
def ZERO : Reg<"zero", 15>, DwarfRegAlias<SP> { let isConstant = true; }

// Words whose upper half has no name.
foreach letter = ["A", "B"] in {
  def letter#L : Reg<!tolower(letter)#"l", 1>;
  def letter#H : Reg<!tolower(letter)#"h", 2>;
  let SubRegIndices = [low, high] in
  def letter#X : Reg<!tolower(letter)#"x", 3,
                     [!cast<Register>(letter#"L"), !cast<Register>(letter#"H")]>;
  let isArtificial = true in
  def H#letter#X : Reg<"", 0>;
  let SubRegIndices = [short, upper] in
  def E#letter#X : Reg<"e"#!tolower(letter)#"x", 3,
                       [!cast<Register>(letter#"X"), !cast<Register>("H"#letter#"X")]>;
}
def SIL : Reg<"sil", 4>;
def SI : Reg<"si", 4, [SIL]> {
  let SubRegIndices = [low];
  let CoveredBySubRegs = false;
}
def HSI : Reg<"", 0> { let isArtificial = true; }
def ESI : Reg<"esi", 4, [SI, HSI]> { let SubRegIndices = [short, upper]; }

def GPR : RegisterClass<"Parts", [i32], 32, (add (sequence "R%u", 0, 7), SP, LR)> {
  let AltOrders = [(add LR, (trunc GPR, 3)), (rotl GPR, 4)];
  let AllocationPriority = 3;
  let CopyCost = -1;
  let TSFlags = 5;
}
def LowGPR : RegisterClass<"Parts", [i32], 32, (trunc GPR, 5)>;
def SomeGPR : RegisterClass<"Parts", [i32], 32, (sub GPR, R4, SP)>;
def WideGPR : RegisterClass<"Parts", [i32], 64, (add GPR)>;
def FPR : RegisterClass<"Parts", [f32], 32, (sequence "F%u", 0, 7)>;
def ThirdFPR : RegisterClass<"Parts", [f32], 32, (decimate FPR, 3)>;
def DPR : RegisterClass<"Parts", [f64, i64], 64, (sequence "D%u", 0, 7)>;
def FewDPR : RegisterClass<"Parts", [f64], 64, (trunc DPR, 3)>;
def QPR : RegisterClass<"Parts", [i32], 128, (sequence "Q%u", 0, 3)> { let Size = 128; }

def EvenOdd : RegisterTuples<[even, odd], [(add R0, R2, R4, R6),
                                           (add R1, R3, R5, SP)],
                             ["r01", "r23", "r45", "r6sp"]>;
def Pair : RegisterClass<"Parts", [i64], 32, (add EvenOdd)>;
def TwoQ : RegisterTuples<[quad_0, quad_1], [(shl QPR, 0), (shl QPR, 1)]>;
def QQPR : RegisterClass<"Parts", [i32], 128, (add TwoQ)> { let Size = 256; }
def BetweenQ : RegisterTuples<[word_0, word_1], [(decimate (shl DPR, 1), 2),
                                                 (decimate (shl DPR, 2), 2)]>;
def DPair : RegisterClass<"Parts", [i32], 64, (interleave QPR, BetweenQ)> {
  let Size = 128;
}
def ThreeD : RegisterTuples<[word_0, word_1, word_2],
                            [(shl DPR, 0), (shl DPR, 1), (shl DPR, 2)]>;
def DTriple : RegisterClass<"Parts", [i32], 64, (add ThreeD)> { let Size = 192; }

def Byte : RegisterClass<"Parts", [i8], 8, (add AL, BL, SIL, AH, BH)>;
def HighByte : RegisterClass<"Parts", [i8], 8, (add AH, BH)>;
def Short : RegisterClass<"Parts", [i16], 16, (add AX, BX, SI)>;
def Upper : RegisterClass<"Parts", [i16], 16, (add HAX, HBX, HSI)> {
  let isAllocatable = false;
}
def Long : RegisterClass<"Parts", [i32], 32, (add EAX, EBX, ESI)>;
def OneLong : RegisterClass<"Parts", [i32], 32, (add EAX)> { let isAllocatable = false; }

def SavedParts : CalleeSavedRegs<(add LR, (sequence "R%u", 4, 7), D4, D5, D6, F0, AX)> {
  let OtherPreserved = (add Q1);
}

def PartsInstrInfo : InstrInfo;
def Parts : Target { let InstructionSet = PartsInstrInfo; }
