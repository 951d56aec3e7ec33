let s = "";
for (let i = 0; i < 50; i++) s += String.fromCharCode(97 + i % 26);
console.log(s, s.length, s.indexOf("xyz"), s.lastIndexOf("abc"), s.slice(-5, -2), s.substring(5, 2), s.substr(3, 4));
console.log("a,b,,c".split(","), "abc".split(""), "x".repeat(5), "  trim ".trim() + "|", "AbC".toLowerCase(), "AbC".toUpperCase());
console.log("abc".padStart(6, "12"), "abc".padEnd(5) + "|", "hello".includes("ell"), "hello".startsWith("he"), "hello".endsWith("lo"), "hello".startsWith("l", 2));
console.log("hello".charAt(1), "hello"[4], "hello"[9], "hello".charCodeAt(0), "h\u00e9llo\u{1F600}".length, "\u{1F600}".codePointAt(0));
console.log("a-b-c".replace("-", "+"), "a-b-c".replaceAll("-", "+"), "abc".concat("d", 1, null), "b".localeCompare("a"));
console.log([..."a\u{1F600}b"].length, "abc" < "abd", "Z" < "a", "10" < "9", 10 < "9", "a" + 1 + 2, 1 + 2 + "a");
let vowels = 0; for (const c of "programming language") if ("aeiou".includes(c)) vowels++;
console.log(vowels, [..."stressed"].reverse().join(""), "one two".split(" ").map(w => w[0].toUpperCase() + w.slice(1)).join(" "));
const caesar = (t, k) => [...t].map(c => c >= "a" && c <= "z" ? String.fromCharCode((c.charCodeAt(0) - 97 + k + 26) % 26 + 97) : c).join("");
console.log(caesar("hello, world", 3), caesar(caesar("hello", 5), -5));
const pal = t => { for (let i = 0, j = t.length - 1; i < j; i++, j--) if (t[i] !== t[j]) return false; return true; };
console.log(pal("racecar"), pal("abca"), `multi
line ${1 + 1} \t tab`, 'quote\'s', "\x41\u0042");
function rle(t) { let out = ""; for (let i = 0; i < t.length;) { let j = i; while (t[j] === t[i]) j++; out += (j - i) + t[i]; i = j; } return out; }
console.log(rle("aaabccd"), String(null), String([1, [2, 3]]), String({}), "" + undefined, `${[1, 2]}`);
console.log("abc".at(-1), "a\tb".length, "%", "x".codePointAt(5), "abcabc".indexOf("c", 3), "abc".indexOf(""), isNaN("x" * 1));
