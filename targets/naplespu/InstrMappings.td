// From a record to another form of the same operation.

class FormMapping<list<string> same, string column, string from, string to>
    : InstrMapping {
  let FilterClass = "InstNaplesPU";
  let RowFields = !listconcat(["BaseOpcode"], same);
  let ColFields = [column];
  let KeyCol = [from];
  let ValueCols = [[to]];
}

// Records with a lane mask, and those that write all lanes.
def getMaskedOpcode
    : FormMapping<["Registers", "LastSource", "Space"], "Masking", "unmasked",
                  "masked">;
def getUnmaskedOpcode
    : FormMapping<["Registers", "LastSource", "Space"], "Masking", "masked",
                  "unmasked">;

// The second source in a scalar register, or as an immediate.
def getImmediateOpcode
    : FormMapping<["Registers", "Masking", "Space"], "LastSource", "scalar",
                  "immediate">;
def getRegisterOpcode
    : FormMapping<["Registers", "Masking", "Space"], "LastSource", "immediate",
                  "scalar">;

// Comparisons that say the same of exchanged operands.
class ExchangeMapping<string from, string to>
    : FormMapping<["Registers", "LastSource"], "Direction", from, to> {
  let RowFields = ["Relation", "Registers", "LastSource"];
}
def getGreaterOpcode : ExchangeMapping<"less", "greater">;
def getLessOpcode    : ExchangeMapping<"greater", "less">;

// Accesses to main memory and to the scratchpad.
def getScratchpadOpcode
    : FormMapping<["Registers", "LastSource", "Masking"], "Space", "main",
                  "scratchpad">;
def getMainMemoryOpcode
    : FormMapping<["Registers", "LastSource", "Masking"], "Space", "scratchpad",
                  "main">;
