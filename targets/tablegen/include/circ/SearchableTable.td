// Records as tables of constants with search functions.

class GenericEnum {
  string FilterClass; // records of this class are the members
  string NameField;   // where a member's name is; the record's name if left out
  string ValueField;  // where its value is; numbered by name if left out
}

class GenericTable {
  string FilterClass;              // records of this class are the rows
  string FilterClassField = ?;     // … if this bit of theirs is set
  string CppTypeName = FilterClass;
  list<string> Fields;             // columns; `string TypeOf_<field>` names an enum
  list<string> PrimaryKey;
  string PrimaryKeyName;           // the search function
  bit PrimaryKeyEarlyOut = 0;
  bit PrimaryKeyReturnRange = 0;
}

class SearchIndex {
  GenericTable Table;
  list<string> Key;
  bit EarlyOut = 0;
  bit ReturnRange = 0;
}

// The older form: a table of its own for each class that derives from it.
class SearchableTable {
  list<string> SearchableFields;
  string EnumNameField = "Name";
  string EnumValueField;
}
