class Greeter {
  constructor(name) { this.name = name; }
  greet(times = 1) { return `Hello, ${this.name}` + "!".repeat(times); }
}
console.log(new Greeter("world").greet(3), [1, 2, 3].map(x => x / 2));
