// What the hardware does and should not, how long it takes, and the processors.

//===-- Errata --------------------------------------------------------------------===//
//
// Each is a deviation that code or a simulator may have to respect
// (docs/reference/naplespu-isa.md, sections 5 and 7). Against the first, one
// instruction of the integer pipe between is enough.

class Erratum<string name, string attribute, string description>
    : SubtargetFeature<name, attribute, "true", description>;

def StaleReadAfterBranch
    : Erratum<"stale-read-after-branch", "HasStaleReadAfterBranch",
              "A taken branch loses track of a load, fadd, fdiv or itof before it">;
def VectorPcBranches
    : Erratum<"v63-branches", "ReservesV63",
              "Writing v63 acts as a branch">;
def VectorMaskAliases
    : Erratum<"v59-writes-mask", "ReservesV59",
              "Writing v59 changes the lane mask">;
def EmptyMaskHangs
    : Erratum<"empty-mask-hangs", "HasEmptyMaskHang",
              "A vector load from the scratchpad under an empty mask never ends">;
def MulUnderflowWraps
    : Erratum<"fmul-wraps", "HasInexactZero",
              "Products that underflow wrap around, and 0 - 0 is not 0">;
def IndirectCallLink
    : Erratum<"indirect-call-link", "HasIndirectCallLink",
              "A call through a register leaves its target + 4 in ra">;
def ConvertLosesByte
    : Erratum<"ftoi-loses-byte", "HasFtoiFault",
              "ftoi of magnitudes from 128 up to 256 is 0">;
def NegativeCompareSwaps
    : Erratum<"fcmp-swaps-negative", "HasFcmpFault",
              "Comparing two negative floats gives the opposite order">;
def StoresIgnoreMask
    : Erratum<"stores-ignore-mask", "HasUnmaskedStores",
              "Vector stores to main memory store all lanes">;
def StridedNarrowLoads
    : Erratum<"strided-narrow-loads", "HasStridedNarrowLoads",
              "Vector loads of bytes and halves take the low part of each word">;
def NoGatherScatter
    : Erratum<"no-gather-scatter", "LacksGatherScatter",
              "Gather and scatter are not implemented">;
def NoCrossProduct
    : Erratum<"no-cross-product", "LacksCrossProduct",
              "crp has no unit: its destination stays busy">;

// What compiled code relies on rather than fears.
def MasksAllVectors
    : SubtargetFeature<"masks-all-vectors", "MasksAllVectors", "true",
                       "Every operation with a vector operand is masked, whatever its "
                       "masked bit says">;

def Errata
    : SubtargetFeature<"rtl", "IsRTL", "true",
                       "All that the hardware does as it was published",
                       [StaleReadAfterBranch, VectorPcBranches, VectorMaskAliases,
                        EmptyMaskHangs, MulUnderflowWraps, IndirectCallLink,
                        ConvertLosesByte, NegativeCompareSwaps, StoresIgnoreMask,
                        StridedNarrowLoads, NoGatherScatter, NoCrossProduct,
                        MasksAllVectors]>;

//===-- Latencies -----------------------------------------------------------------===//
//
// As measured (docs/reference/naplespu-timing.md): a result can be used so many cycles
// after its instruction has issued, and its register can be written again then. Sixteen
// lanes take no longer than one.

def IntegerPipe    : FuncUnit;
def FloatPipe      : FuncUnit;
def FloatDivider   : FuncUnit;
def BranchUnit     : FuncUnit;
def LoadStoreUnit  : FuncUnit;
def ScratchpadUnit : FuncUnit;
def ControlUnit    : FuncUnit;
// Results of a thread are written one a cycle. Where two are ready, that of the integer
// pipe goes first.
def WritePort      : FuncUnit;

def IIC_Integer    : InstrItinClass;
def IIC_FloatAdd   : InstrItinClass;
def IIC_FloatMul   : InstrItinClass;
def IIC_FloatDiv   : InstrItinClass;
def IIC_FloatCmp   : InstrItinClass;
def IIC_FloatToInt : InstrItinClass;
def IIC_IntToFloat : InstrItinClass;
def IIC_Branch     : InstrItinClass;
def IIC_Memory     : InstrItinClass;
def IIC_Scratchpad : InstrItinClass;
def IIC_Control    : InstrItinClass;
def IIC_Flush      : InstrItinClass;

// An instruction enters a unit every `every` cycles; the result is there after
// `latency`.
class Pipelined<InstrItinClass itinerary, FuncUnit unit, int latency, int every = 1>
    : InstrItinData<itinerary,
                    [InstrStage<every, [unit], latency>, InstrStage<1, [WritePort]>],
                    [latency]>;
// What has no result occupies its unit only.
class WithoutResult<InstrItinClass itinerary, FuncUnit unit, int every = 1>
    : InstrItinData<itinerary, [InstrStage<every, [unit]>], [1]>;

def NaplesPUItineraries
    : ProcessorItineraries<
          [IntegerPipe, FloatPipe, FloatDivider, BranchUnit, LoadStoreUnit,
           ScratchpadUnit, ControlUnit, WritePort],
          [],
          [Pipelined<IIC_Integer, IntegerPipe, 7>,
           Pipelined<IIC_FloatAdd, FloatPipe, 12>,
           Pipelined<IIC_FloatMul, FloatPipe, 11>,
           Pipelined<IIC_FloatDiv, FloatDivider, 24, 2>,
           Pipelined<IIC_FloatCmp, FloatPipe, 8>,
           Pipelined<IIC_FloatToInt, FloatPipe, 11>,
           Pipelined<IIC_IntToFloat, FloatPipe, 13>,
           WithoutResult<IIC_Branch, BranchUnit>,
           Pipelined<IIC_Memory, LoadStoreUnit, 9, 2>,
           Pipelined<IIC_Scratchpad, ScratchpadUnit, 11>,
           Pipelined<IIC_Control, ControlUnit, 7>,
           WithoutResult<IIC_Flush, ControlUnit, 4>]>;

// An address that is not the next one costs the time of the instructions behind the
// branch, which are fetched for nothing.
def NaplesPUModel : SchedMachineModel {
  let IssueWidth = 1;
  let LoadLatency = 9;
  let MispredictPenalty = 7;
  let PostRAScheduler = true;
  let Itineraries = NaplesPUItineraries;
}

//===-- Processors ----------------------------------------------------------------===//

// The published chip. Code for it runs on any other, too.
def : ProcessorModel<"naplespu", NaplesPUModel, [Errata]>;
// What the wiki describes: without errata. Every vector operation is masked on it
// as well, which compiled code relies on.
def : ProcessorModel<"generic", NaplesPUModel, [MasksAllVectors]>;
