"""
Fields of LLVM's base (`Target.td` and what it includes) that older releases lack.

A description on such a base means their defaults. `Record` asks here for a field that
it does not have, so no backend needs to know which release brought which field.

Documents: LLVM 9 and LLVM 19, `llvm/Target/*.td`, `llvm/CodeGen/ValueTypes.td` and
`llvm/TableGen/SearchableTable.td`.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

Default = int | str | tuple[int, ...] | None

_INSTRUCTION_FLAGS = (
    *("isPreISelOpcode", "isReturn", "isBranch", "isEHScopeReturn", "isIndirectBranch"),
    *("isCompare", "isMoveImm", "isMoveReg", "isBitcast", "isSelect", "isBarrier"),
    *("isCall", "isAdd", "isTrap", "canFoldAsLoad", "mayRaiseFPException"),
    *("isConvertibleToThreeAddress", "isCommutable", "isTerminator"),
    *("isReMaterializable", "isPredicable", "isUnpredicable", "hasDelaySlot"),
    *("usesCustomInserter", "hasPostISelHook", "hasCtrlDep", "isNotDuplicable"),
    *("isConvergent", "isAuthenticated", "isAsCheapAsAMove"),
    *("hasExtraSrcRegAllocReq", "hasExtraDefRegAllocReq", "isRegSequence"),
    *("isPseudo", "isMeta", "isExtractSubreg", "isInsertSubreg", "variadicOpsAreDefs"),
    *("isCodeGenOnly", "isAsmParserOnly", "hasNoSchedulingInfo"),
    *("UseNamedOperandTable", "UseLogicalOperandMappings", "FastISelShouldIgnore"),
)
_INSTRUCTION_TEXTS = (
    *("Namespace", "AsmString", "Constraints", "DisableEncoding", "PostEncoderMethod"),
    *("DecoderNamespace", "DecoderMethod", "AsmMatchConverter", "AsmVariantName"),
    "TwoOperandAliasConstraint",
)
_OPERAND = {
    "OperandNamespace": "MCOI",
    "DecoderMethod": "",
    "PrintMethod": "printOperand",
    "EncoderMethod": "",
    "hasCompleteDecoder": 1,
}
ADDED_FIELDS: Mapping[str, Mapping[str, Default]] = {
    "Instruction": {
        **dict.fromkeys(_INSTRUCTION_FLAGS, 0),
        **dict.fromkeys(_INSTRUCTION_TEXTS, ""),
        **{"hasCompleteDecoder": 1, "Size": 0, "AddedComplexity": 0, "TSFlags": 0},
        **{"Pattern": None, "mayLoad": None, "mayStore": None, "hasSideEffects": None},
        **{"EncodingInfos": None, "SchedRW": None, "Itinerary": None},
        **{"Predicates": (), "Uses": (), "Defs": ()},
    },
    "Operand": {**_OPERAND, "OperandType": "OPERAND_UNKNOWN"},
    "RegisterOperand": {**_OPERAND, "OperandType": "OPERAND_REGISTER"},
    "Register": {
        **{"AltNames": (), "Aliases": (), "SubRegs": (), "SubRegIndices": ()},
        **{"RegAltNameIndices": (), "DwarfNumbers": (), "CostPerUse": (0,)},
        **{"CoveredBySubRegs": 0, "isArtificial": 0, "isConstant": 0},
        "PositionOrder": 0,
    },
    "RegisterClass": {
        **{"Size": 0, "CopyCost": 1, "isAllocatable": 1, "AllocationPriority": 0},
        **{"AltOrders": (), "RegInfos": None, "TSFlags": 0, "DecoderMethod": ""},
    },
    "RegisterTuples": {"RegAsmNames": (), "PositionOrder": 0},
    "SubRegIndex": {
        **{"ComposedOf": (), "CoveringSubRegIndices": (), "SubRegRanges": None},
        "Offset": 0,
    },
    "RegAltNameIndex": {"FallbackRegAltNameIndex": None},
    "CallingConv": {"Custom": 0},
    "CalleeSavedRegs": {"OtherPreserved": None},
    "InstrInfo": {
        **{"isLittleEndianEncoding": 0, "guessInstructionProperties": 1},
        "decodePositionallyEncodedOperands": 0,
        "noNamedPositionallyEncodedOperands": 0,
    },
    "Target": {"AllowRegisterRenaming": 0},
    "AsmWriter": {"PassSubtarget": 0, "Variant": 0},
    "AsmParser": {
        **{"ShouldEmitMatchRegisterAltName": 0, "HasMnemonicFirst": 1},
        "PreferSmallerInstructions": 0,
    },
    "AsmParserVariant": {
        **{"Variant": 0, "Name": "", "CommentDelimiter": "", "RegisterPrefix": ""},
        "TokenizingCharacters": "[]*!",
        "SeparatorCharacters": " \t,",
        "BreakCharacters": "",
    },
    "AsmOperandClass": {"SuperClasses": (), "IsOptional": 0},
    "MnemonicAlias": {"AsmVariantName": "", "Predicates": ()},
    "InstAlias": {"AsmVariantName": "", "EmitPriority": 1, "Predicates": ()},
    "Predicate": {"AssemblerMatcherPredicate": 0, "AssemblerCondDag": None},
    "SubtargetFeature": {"Implies": ()},
    "Processor": {"TuneFeatures": ()},
    "SchedMachineModel": {"PostRAScheduler": 0, "CompleteModel": 1},
    "InstrItinData": {"NumMicroOps": 1, "Bypasses": ()},
    "CheckOperandBase": {"FunctionMapper": ""},
    "SDPatternOperator": {"Properties": ()},
    "ComplexPattern": {"Properties": (), "Complexity": -1},
    "Pattern": {"Predicates": (), "AddedComplexity": 0},
    "GenericTable": {"FilterClassField": None, "PrimaryKeyReturnRange": 0},
    "SearchIndex": {"EarlyOut": 0, "ReturnRange": 0},
}
"""By class, the fields with their defaults; None is an unset value."""

_TYPE = re.compile(
    r"(?P<vector>(?:nx)?v(?P<lanes>\d+))?"
    r"(?P<element>i\d+|(?P<float>b?f\d+|ppcf128)|iPTR)\Z"
)


class ValueTypeName(NamedTuple):
    """What the name of a value type says, for a base whose types say no more."""

    is_integer: bool
    is_float: bool
    lanes: int
    element: str | None
    """Of a vector."""


def value_type(name: str) -> ValueTypeName:
    """What `i32`, `nxv4f16` and the like are; other types are neither."""
    found = _TYPE.match(name)
    if found is None or name == "iPTR":
        return ValueTypeName(False, False, 1, None)
    is_float = found["float"] is not None
    lanes = int(found["lanes"] or 1)
    element = found["element"] if found["vector"] else None
    return ValueTypeName(not is_float, is_float, lanes, element)
