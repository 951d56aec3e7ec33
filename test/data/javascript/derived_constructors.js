// Constructors of derived classes that do not call super(), and do not mention this.
class Base {}
class Empty extends Base { constructor() {} }
try {
  new Empty();
} catch (error) {
  console.log(error.name, error.message);
}
class Other extends Base { constructor() { return { a: 1 }; } }
console.log(new Other());
