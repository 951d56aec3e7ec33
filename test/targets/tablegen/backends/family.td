// A family of processors: version 8, version 9, which brings version 8's successor and
// may keep what it deprecates, and a vector extension.
include "circ/Target.td"

def FeatureV9
    : SubtargetFeature<"v9", "IsV9", "true", "Use the instructions of version 9">;
def FeatureDeprecated
    : SubtargetFeature<"deprecated-v8", "KeepsV8", "true",
                       "Use what version 9 has deprecated">;
def FeatureVectors
    : SubtargetFeature<"vectors", "HasVectors", "true", "Use the vector extension",
                       [FeatureV9]>;
def FeatureVectors2
    : SubtargetFeature<"vectors2", "VectorLevel", "2", "Use its second version",
                       [FeatureVectors]>;
def FeatureVectors10
    : SubtargetFeature<"vectors10", "VectorLevel", "10", "Use its tenth version",
                       [FeatureVectors2]>;
def FeatureNoTraps
    : SubtargetFeature<"no-traps", "HasTraps", "false", "Never trap">;
def TuneWide : SubtargetFeature<"wide", "Speed", "Core::Wide", "Issue many at once">;
def TuneSlow
    : SubtargetFeature<"slow", "Speed", "Core::Careful", "Keep to the order",
                       [TuneWide]>;

def Alu0 : FuncUnit;
def Alu1 : FuncUnit;
def LoadStore : FuncUnit;
def Forward : Bypass;
def IIC_Alu : InstrItinClass;
def IIC_Load : InstrItinClass;
def UltraItineraries
    : ProcessorItineraries<[Alu0, Alu1, LoadStore], [Forward], [
        InstrItinData<IIC_Alu, [InstrStage<1, [Alu0, Alu1]>], [2, 1, 1],
                      [Forward, NoBypass, Forward]>,
        InstrItinData<IIC_Load, [InstrStage<1, [Alu0], 0>,
                                 InstrStage<3, [LoadStore], 2, Reserved>],
                      [4, 1], [NoBypass], 2>]>;
def TunedModel : SchedMachineModel {
  let IssueWidth = 4;
  let LoadLatency = 3;
  let Itineraries = UltraItineraries;
  let PostRAScheduler = true;
  let CompleteModel = false;
}

class Proc<string name, list<SubtargetFeature> features>
    : Processor<name, NoItineraries, features>;
def : Proc<"generic", []>;
def : Proc<"v8", []>;
def : Proc<"v9", [FeatureV9]>;
def : Proc<"ultra", [FeatureV9, FeatureDeprecated]>;
def : Processor<"ultra-vectors", UltraItineraries,
                [FeatureDeprecated, FeatureVectors2], [TuneWide]>;
def : ProcessorModel<"tuned", TunedModel, [FeatureV9], [TuneSlow]>;

def Reg : Register<"reg"> { let Namespace = "Family"; }
def Regs : RegisterClass<"Family", [i32], 32, (add Reg)>;
class Inst<InstrItinClass itinerary> : Instruction {
  let Namespace = "Family";
  let OutOperandList = (outs);
  let InOperandList = (ins);
  let Itinerary = itinerary;
}
def LOAD : Inst<IIC_Load>;
def MOVE : Inst<IIC_Alu>;
def FamilyInstrInfo : InstrInfo;
def Family : Target { let InstructionSet = FamilyInstrInfo; }
