def c {
  int of_bits = 0b1010;
  int of_bit = true;
  bits<4> of_int = 9;
  bits<1> of_flag = true;
  bit of_one = 1;
  bit of_bits1 = {1};
  list<bit> bits_list = [1, 0];
  bits<8> big = {0, 1, 1, 0, 0, 0, 1, 1};
  int num = big;
  int low = big{3-0};
  string s = [{code}];
  code k = "string";
  int casted = !cast<int>(0b11);
  bits<3> castb = !cast<bits<3>>(5);
  bit castbit = !cast<bit>(1);
}
