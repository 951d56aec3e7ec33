class Point { constructor(x, y) { this.x = x; this.y = y; } }
class Named extends Point { static count = 0; label = "p"; #secret = 1; }
console.log(new Point(1, -0), new Named(1.5, NaN), Named, Point, class {}, function f() {}, () => 1);
console.log({ a: { b: { c: { d: 1 } } } }, [[[[1]]]], { f() {}, g: x => x, get h() { return 1; }, set h(v) {}, set i(v) {} });
console.log([undefined, null, , 3, , ,], [,], new Array(5), [1, 2, 3, "x".repeat(20)]);
console.log(Array.from({ length: 120 }, (_, i) => i * 3));
console.log(Array.from({ length: 7 }, (_, i) => "word" + i), ["a\nb", 'it\'s', "q\"q", `b\`b'"`]);
console.log({ "a-b": 1, 2: "two", valid_id: [1, { x: [] }], long1: "aaaaaaaaaaaaaaaaaaaaaaaa", long2: "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb" });
console.log(new Map([["k", { v: 1 }], [1, [2, 3]]]), new Set(["a", { b: 1 }, [1]]), new Map(), new Set());
console.log(new Map([[{ a: 1 }, "x".repeat(60)], ["yyyyyyyyyyyyyyyyyyyyyyyyyy", new Map([[1, new Set([2])]])]]));
console.log(Object.create(null), Object.create({ a: 1 }), Object.assign(Object.create(null), { z: 1 }));
console.log([new Error("m").message, new TypeError("t") instanceof Error], [true, false], "top 'level'", ["in 'side'"]);
console.log(new Float64Array([1.5, -0, NaN]), new Uint8Array(3), new Int16Array(0));
console.log([1.0, -1.5, 1e21, 1e-7, 123456789012345680000, 0xff, 0b11, 0o17, 1_000]);
console.log({ x: undefined, y: null, z: [] , w: {}, n: -0, s: "" }, [[]], [{}], [[], {}]);
const cyclic = { name: "c", list: [] }; cyclic.self = cyclic; cyclic.list.push(cyclic, { cyclic });
console.log(cyclic);
console.log("%s is %d years and %i, %f %%", "Bob", 42.5, 42.9, "3.5", "extra");
console.log("a", 1, "b", [2], { c: 3 }, null, undefined, true);
console.log([["row", 1], ["row", 2]], { matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] });
console.log([1.5, 22.25, 333.125, 4, 5, 6, 7, 8, 9, 10], ["a", "bb", "ccc", "dddd", "eeeee", "f", "g", "h"]);
console.log({ aaaaaaaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbbbbbbbb: 2, cccccccccccccccccccc: 3, d: { e: 1, f: { g: {} } } });
