// Tables with every kind of field and key. The test includes what it builds on.
class I : Instruction {
  let Namespace = "Toy";
  let OutOperandList = (outs);
  let InOperandList = (ins);
}
def JUMP : I; def ADD : I;
def LAST : I { let isPseudo = 1; }

class Level<int n> { int Value = n; }
def Low : Level<3>; def High : Level<10>; def Middle : Level<7>;
def Levels : GenericEnum { let FilterClass = "Level"; let ValueField = "Value"; }
class Color<string n> { string Called = n; }
def red : Color<"Red">; def blue : Color<"Blue">; def green : Color<"Green">;
def Colors : GenericEnum { let FilterClass = "Color"; let NameField = "Called"; }

class Row<string name, bits<6> number, bit kept, Level level, Instruction op> {
  string Name = name;
  bits<6> Number = number;
  bit Kept = kept;
  Level Rank = level;
  Instruction Op = op;
  code Text = [{ a < b }];
  string Odd = "1 + 2";
}
def Rows : GenericTable {
  let FilterClass = "Row";
  let CppTypeName = "RowInfo";
  let Fields = ["Name", "Number", "Kept", "Rank", "Op", "Text", "Odd"];
  string TypeOf_Rank = "Levels";
  string TypeOf_Odd = "code";
  let PrimaryKey = ["Rank", "Number"];
  let PrimaryKeyName = "getRow";
}
def Chosen : GenericTable {
  let FilterClass = "Row";
  let FilterClassField = "Kept";
  let Fields = ["Number", "Name"];
  let PrimaryKey = ["Number"];
  let PrimaryKeyName = "getChosen";
  let PrimaryKeyEarlyOut = 1;
  let PrimaryKeyReturnRange = 1;
}
def rowByName : SearchIndex { let Table = Rows; let Key = ["Name"]; }
def rowByOp : SearchIndex { let Table = Rows; let Key = ["Op"]; let EarlyOut = 1; }
def rowByKept : SearchIndex { let Table = Rows; let Key = ["Kept", "Name"]; }
def rowByRank : SearchIndex { let Table = Rows; let Key = ["Rank"]; }
def : Row<"delta", 9, 1, High, ADD>;
def : Row<"Alpha", 9, 0, Low, JUMP>;
def : Row<"beta", 4, 1, Middle, LAST>;
def : Row<"Gamma", 9, 1, Middle, ADD>;
def : Row<"ALPHA", 4, 1, Low, LAST>;

class SysReg<string n, bits<4> e> : SearchableTable {
  let SearchableFields = ["Name", "Encoding"];
  let EnumValueField = "Encoding";
  string Name = n;
  bits<4> Encoding = e;
}
class Wider<string n, bits<4> e> : SysReg<n, e> { bit Is64 = 1; }
def : SysReg<"Status", 2>; def : Wider<"cause", 1>;
def : SysReg<"EPC", 2> { string Note = "x"; }
class Plain<bits<3> v> : SearchableTable {
  let SearchableFields = ["Value"];
  let EnumNameField = ?;
  bits<3> Value = v;
}
def : Plain<5>; def : Plain<2>;
