interface Shape { readonly name: string; area(): number; scale?: (k: number) => Shape }
type Pair<A, B = A> = [A, B]; type Fn = (x: number, ...rest: string[]) => void; type U = "a" | "b" | 3; type M = { [K in keyof Shape]?: Shape[K] };
type Cond<T> = T extends (infer R)[] ? R : never; declare const external: number; declare function ext(x: number): string; declare module "x" { } declare global { interface Window { } }
abstract class Base<T extends object = {}> implements Shape { protected static count: number = 0; private readonly data: T[] = []; name!: string; optional?: number; declare ghost: string;
  constructor(public label: string, private readonly size: number = 2, protected opt?: boolean) { Base.count++; this.name = label; }
  abstract area(): number; get total(): number { return this.data.length; } add(this: this, item: T): this { this.data.push(item); return this; } protected override?(): void;
  static of<Q>(q: Q): Q { return q; } sizeOf(): number { return this.size; } [key: string]: any; }
class Square extends Base<{ v: number }> { override area(): number { return this.sizeOf() ** 2; } method<T>(x: T): asserts x is NonNullable<T> { if (!x) throw new Error("null"); } }
function overload(x: string): string; function overload(x: number): number; function overload(x: any): any { return x; }
function isStr(x: unknown): x is string { return typeof x === "string"; }
const s = new Square("sq", 3) as Base<{ v: number }>; const n = <number>(s.area() as unknown); let v!: string; v = "set";
console.log(s!.label, n!, s.add({ v: 1 }).total, v satisfies string, overload("o"), isStr(3), Base.of<number>(4), (s as any).size);
const pair: Pair<number> = [1, 2]; const f: Fn = (x, ...r) => console.log(x, r); f(1, "a"); let opt: { a?: { b: number } } | undefined = undefined; console.log(opt?.a?.b ?? "none", pair);
const arrow = async_less<number>(1); function async_less<T>(x: T): T { return x; } const gen = <T,>(x: T): T => x; console.log(arrow, gen<string>("g"), ((x: number): number => x + 1)(1));
export_less: for (const x of [1, 2] as const) { if (x > 1) break export_less; console.log(x); }
try { new Square("z").method(null); } catch (e: unknown) { console.log((e as Error).message); }
let tuple: readonly [x: number, y?: string] = [1]; let big: Record<string, number> = { a: 1 }; let t: typeof big; let k: keyof typeof big = "a"; console.log(tuple, big[k], t!); let un: unique symbol | bigint | never | object;
function defaults({ a, b = 2 }: { a: number; b?: number }, [c]: number[] = [3]): number { return a + b + c; } console.log(defaults({ a: 1 }));
