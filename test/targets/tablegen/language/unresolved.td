// What unset fields keep open.
class Open {
  field bits<8> Inst;
  bits<4> r;
  bit f = ?;
  field int sum = ?;
  field bits<8> mix = {r, 0, f, r{1-0}};
  field string s = ?;
  field string more = !strconcat(s, "x");
  field list<int> l = [1, sum];
  field int plus = !add(sum, 1);
  let Inst{7-4} = r;
  let Inst{0} = f;
}
def open : Open;
def half : Open { let r = {?, 1, 0, ?}; let s = "known"; }
def closed : Open { let r = 5; let f = 1; let sum = 2; let s = "k"; }
