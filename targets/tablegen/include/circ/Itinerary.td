// How long instructions occupy a processor's units.

class FuncUnit;
class Bypass;
def NoBypass : Bypass;

class ReservationKind<bits<1> val> {
  int Value = val;
}
def Required : ReservationKind<0>; // the unit does the work
def Reserved : ReservationKind<1>; // the unit is kept free of others

// So many cycles on one of the units; the next stage starts `timeinc` cycles later, or
// with -1 when this one ends.
class InstrStage<int cycles, list<FuncUnit> units, int timeinc = -1,
                 ReservationKind kind = Required> {
  int Cycles = cycles;
  list<FuncUnit> Units = units;
  int TimeInc = timeinc;
  int Kind = kind.Value;
}

class InstrItinClass;
def NoItinerary : InstrItinClass;

// Stages of a class of instructions, and when each operand is written or read, counted
// in cycles from issue.
class InstrItinData<InstrItinClass Class, list<InstrStage> stages,
                    list<int> operandcycles = [], list<Bypass> bypasses = [],
                    int uops = 1> {
  InstrItinClass TheClass = Class;
  int NumMicroOps = uops;
  list<InstrStage> Stages = stages;
  list<int> OperandCycles = operandcycles;
  list<Bypass> Bypasses = bypasses;
}

class ProcessorItineraries<list<FuncUnit> fu, list<Bypass> bp,
                           list<InstrItinData> iid> {
  list<FuncUnit> FU = fu;
  list<Bypass> BP = bp;
  list<InstrItinData> IID = iid;
  string PacketizerNamespace = "";
}
def NoItineraries : ProcessorItineraries<[], [], []>;

// Figures that hold for a whole processor; -1 leaves one to the reader's default.
class SchedMachineModel {
  int IssueWidth = -1;
  int MicroOpBufferSize = -1;
  int LoadLatency = -1;
  int HighLatency = -1;
  int MispredictPenalty = -1;
  ProcessorItineraries Itineraries = NoItineraries;
  bit PostRAScheduler = 0;
  bit CompleteModel = 1;
  bit NoModel = 0;
}
def NoSchedModel : SchedMachineModel {
  let NoModel = 1;
  let CompleteModel = 0;
}
class SchedReadWrite;
