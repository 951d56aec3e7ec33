// expected-error @unknown {{opt must be 0 ... 3, but is 9}}
func.func @f() {
  return
}
