for (const x of [0, -0, 1, 0.1, 1.005, 123.456, 1e21, -1.5e-9, 2 ** 53, 1 / 3, NaN, Infinity, 5e-324, 1.7976931348623157e308])
  console.log(x, x.toFixed(2), x.toString(), String(-x), JSON.stringify(x), `${x}`);
for (const r of [2, 3, 8, 16, 36]) console.log((255).toString(r), (-255.5).toString(r), (0.1).toString(r), (1e10).toString(r));
console.log((25).toExponential(), (0.00015).toExponential(2), (123456).toExponential(3), (0).toExponential(1));
console.log((123.456).toPrecision(4), (0.000123).toPrecision(2), (1e21).toPrecision(3), (99.99).toPrecision(3), (1234.5678).toPrecision(2));
console.log((1.45).toFixed(1), (1.55).toFixed(1), (8.345).toFixed(2), (0.5).toFixed(0), (1.5).toFixed(0), (2.5).toFixed(0), (1e20).toFixed(2), (-1.5).toFixed(0));
console.log(parseInt("42px"), parseInt("0x1F"), parseInt("z", 36), parseInt(""), parseInt("-0"), parseInt("1e3"), parseInt("101", 2), parseInt("9", 8), parseInt("  12 "), parseInt(null), parseInt("123", 37), parseInt(0.0000005));
console.log(parseFloat("3.14abc"), parseFloat(".5"), parseFloat("-.5e-3x"), parseFloat("1e1000"), parseFloat("-Infinityx"), parseFloat("e5"), parseFloat("0x10"));
console.log(Number(""), Number(" 12 "), Number("1,2"), Number("0b101"), Number("0o17"), Number("0xF"), Number("1e3"), Number("-"), Number(null), Number(undefined), Number(true), Number([5]), Number([1, 2]), Number({}), Number("Infinity"), Number("1_000"));
console.log(Number.MAX_SAFE_INTEGER, Number.EPSILON, Number.MIN_VALUE, Number.isInteger(5.0), Number.isSafeInteger(2 ** 53), Number.isNaN("x"), isNaN("x"), isFinite("12"));
console.log(0.1 + 0.2, 1e16 + 1, 9007199254740993, 0.1 * 3, 1 / 0, -1 / 0, 0 / 0, 5 % -3, -5 % 3, -4 % 2, 5.5 % 2, 2 ** -1, (-8) ** (1 / 3), 2 ** 0.5);
console.log(1 << 31, 1 << 32, -1 >>> 0, -1 >> 31, 2 ** 32 >> 0, 2 ** 31 | 0, ~5, ~~-5.7, 5.9 | 0, "3" * "4", "3" + 4, "3" - 4, +"", +" ", +"a", -"5", [] + [], [] + {}, null + 1, undefined + 1, true + true);
console.log(Math.round(-0.5), Math.round(2.5), Math.round(-2.5), Math.round(0.49999999999999994), Math.max(), Math.min(), Math.max(1, "3", 2), Math.max(1, NaN), Math.hypot(3, 4), Math.sign(-3), Math.trunc(-4.7), Math.cbrt(27), Math.fround(5.5), Math.clz32(1), Math.imul(0xffffffff, 5), Math.log2(8), Math.log10(1000));
console.log([3, 1, 10, 2].sort(), [3, 1, 10, 2].sort((a, b) => a - b), ["b", undefined, "a", , "c"].sort(), [true, false, "x", 1, null].sort());
