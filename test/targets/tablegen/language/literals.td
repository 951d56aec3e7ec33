// Numbers, strings, code, bits, in every spelling.
def numbers {
  int decimal = 42;
  int negative = -42;
  int positive = +7;
  int hex = 0xFf;
  int binary = 0b1011;
  int largest = 0x7FFFFFFFFFFFFFFF;
  int all_ones = 0xFFFFFFFFFFFFFFFF;
  int smallest = -9223372036854775808;
  bit yes = true;
  bit no = false;
  bit one = 1;
  bit zero = 0;
}
def strings {
  string plain = "abc";
  string escapes = "tab\t, line\n, quote\", single\', backslash\\";
  string joined = "one, " "two, "
                  "three";
  string empty = "";
  string bytes = "Grüße";
  code block = [{ if (x) { return "}"; } }];
  code lines = [{
    first
    second
  }];
  string from_code = [{text}];
}
def vectors {
  bits<4> written = {1, 0, 1, 1};
  bits<8> from_hex = 0xA5;
  bits<3> from_binary = 0b101;
  bits<3> minus = -1;
  bits<0> nothing = {};
  bits<70> wide;
  bits<4> partly = {?, 1, ?, 0};
  bits<8> spliced = {0b101, 0b10, {1, 1}, 0};
}
def unset {
  int i = ?;
  string s = ?;
  bit b = ?;
  list<int> l = ?;
  dag d = ?;
}
