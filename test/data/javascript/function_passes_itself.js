const fns = { max: Math.max, sq: v => v * v }; const vars = {y: 6};
function ev(n) { if (typeof n === "number") return n; if ("id" in n) { return vars[n.id]; } if (n.call) { const f = fns[n.call]; return f(...n.args.map(ev)); } }
console.log(ev({call: 'sq', args: [2]}));
console.log(ev({call: 'max', args: [1, {id:'y'}, {call: 'sq', args: [2]}]}));
console.log([1,{id:'y'}].map(ev));
const l = n => { const t = [n].map(x => x === 3 ? l(2).length : x); return t; }; console.log(l(3));
