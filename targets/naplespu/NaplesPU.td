// NaplesPU, the many-core: the top of its description.
//
// Facts: docs/reference/naplespu-isa.md; the files, their classes and their style are
// those of the vendor's compiler. What is generated from here is in
// `generated/` and in `dialects/naplespu/generated/`; `make goldens` writes it anew.
//
// The files are found from the folder of the base, the one that `-I` must name.

include "circ/Target.td"

include "../../naplespu/Features.td"
include "../../naplespu/RegisterInfo.td"
include "../../naplespu/CallingConv.td"
include "../../naplespu/InstrFormats.td"
include "../../naplespu/InstrInfo.td"
include "../../naplespu/Pseudos.td"
include "../../naplespu/InstrMappings.td"
include "../../naplespu/generated/Opcodes.td"

def NaplesPUInstrInfo : InstrInfo {
  let guessInstructionProperties = false; // every record states its effects
}

def NaplesPUAsmParser : AsmParser {
  let ShouldEmitMatchRegisterName = true;
}

def NaplesPUAsmParserVariant : AsmParserVariant {
  let Name = "NaplesPU";
  let CommentDelimiter = ";";
}

def NaplesPU : Target {
  let InstructionSet = NaplesPUInstrInfo;
  let AssemblyParsers = [NaplesPUAsmParser];
  let AssemblyParserVariants = [NaplesPUAsmParserVariant];
}

include "../../naplespu/Patterns.td"
include "../../naplespu/VectorPatterns.td"
