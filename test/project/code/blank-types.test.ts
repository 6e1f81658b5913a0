import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { transformSync } from "esbuild";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blankTypes } from "../../../packages/project/src/code/blank-types.ts";
import { seeded } from "../../seeded.ts";
import { modules } from "./typescript-modules.ts";

const lineBreaks = /[\n\r\u2028\u2029]/;

/** What another compiler makes of a module. */
function compiled(text: string, loader: "js" | "ts"): string {
  return transformSync(text, {
    loader,
    target: "esnext",
    // Otherwise empty statements and comments tell one text from the other.
    minifyWhitespace: true,
    minifySyntax: true,
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: true } },
  }).code.replaceAll("export{};", "");
}

/** Takes the types out, and holds the result against the text and against another compiler. */
function blanked(text: string): string {
  const code = blankTypes("/a.ts", text);
  expect(compiled(code, "js")).toBe(compiled(text, "ts"));
  expect(code).toHaveLength(text.length);
  const isKept = (after: string, at: number): boolean =>
    after === text[at] || (" ;()".includes(after) && !lineBreaks.test(text.charAt(at)));
  expect([...code.split("").keys()].filter((at) => !isKept(code.charAt(at), at))).toEqual([]);
  return code;
}

describe("every character that is not of a type stays where it is", () => {
  test.each([
    [
      "types of all kinds",
      "const a: string = f<number>(b!, c as any) satisfies unknown;",
      "const a         = f        (b , c       )                  ;",
    ],
    [
      "functions",
      "function f<T>(this: X, a?: T, { b }: Y = {}, ...c: Z[]): a is T { return a! }",
      "function f   (         a    , { b }    = {}, ...c     )         { return a; }",
    ],
    ["overloads", "function f(): void;\nfunction f() {}", ";                  \nfunction f() {}"],
    [
      "classes",
      "abstract class A<T> extends B<T> implements C, D { abstract a: T; private b?: T; c!: T; static readonly d = 1; [k: string]: T; declare e: T; f?(): T {} }",
      "         class A    extends B                    { ;              ;       b    ; c    ; static          d = 1; ;               ;             f ()    {} }",
    ],
    [
      "what is only a type",
      'interface A {}\ntype B = 1;\ndeclare const c: B;\nnamespace D { export type E = 1 }\nexport type { A };\nimport type F from "f";',
      ";             \n;          \n;                  \n;                                \n;                 \n;                      ",
    ],
    [
      "imports of types",
      'import a, { type b, c, type d as e } from "f"; import g, * as h from "i"; a(c, g);',
      'import a, {         c,               } from "f"; import g         from "i"; a(c, g);',
    ],
    [
      "imports that are used in types only",
      'import { A, b } from "c"; import { D } from "e"; const f: A = b as D;',
      'import {    b } from "c"; ;                      const f    = b     ;',
    ],
    [
      "exports of types",
      'interface A {} const b = 1; export { A, b }; export { type C, d } from "e"; export * from "f";',
      ';              const b = 1; export {    b }; export {         d } from "e"; export * from "f";',
    ],
  ])("%s", (_what, text, code) => {
    expect(blanked(text).replaceAll(/ +/g, " ")).toBe(code.replaceAll(/ +/g, " "));
  });

  test.each([
    ["a text in double quotes", '"</script \\</script \\u0041 \\x41 \\0 \\\n \u2028 <!-- -->"'],
    ["a text in single quotes", "'</script \\' \" \\\r\n \u2029'"],
    ["a template", "`</script <\\/script \\` \\${ $ { ` + `\r\n\t\\\n`"],
    [
      "a template with expressions",
      "`</script${(1 as number) + `</script${2!}`}-->`",
      "`</script${1 + `</script${2}`}-->`",
    ],
    [
      "a template that is tagged",
      "String.raw`</script <\\/script \\u{zzz} \\x ${1 as number}\r\n`",
      "String.raw`</script <\\/script \\u{zzz} \\x ${1}\r\n`",
    ],
    ["a regular expression", "[/<\\/script[/\\]]*\\u2028/gu, /(?<a>.)/v].map(String)"],
    ["numbers", "[1_000, 0x1F, 0b1, 0o7, 1e21, .5, 5., 12345678901234567890]"],
    ["a bigint", "String(1_000n as bigint)", "String(1_000n)"],
    ["letters beyond the basic plane", '"\u{1f389}" as "\u{1f389}"', '"\u{1f389}"'],
    ["halves of letters", '"\ud800" as "\udc00"', '"\ud800"'],
    [
      "comparisons that look like markup",
      "(1 as number) < /script/.source.length",
      "1 < /script/.source.length",
    ],
    ["types in comments", "/* a: string */ 1 /* as number */ as /* ; */ number // as any\n", "1"],
    [
      "keywords of types as names",
      "{ type: 1, as: 2, declare: 3, readonly: 4, get: 5 as number }",
      "{ type: 1, as: 2, declare: 3, readonly: 4, get: 5 }",
    ],
    ["an arrow function", "(<T,>(a?: T): T | undefined => a)(1)", "1"],
  ])("%s is the same value", (_what, expression, plain = expression) => {
    const text = `const value: unknown = [${expression}] as unknown;\r\nvalue satisfies unknown`;
    expect(runInNewContext(blanked(text))).toEqual([runInNewContext(`(${plain})`)]);
  });

  test.each([
    ["a byte order mark", "\ufeffconst a: string = '';"],
    ["a line for a shell", "#!/usr/bin/env node\nconst a: string = '';"],
    ["Windows line ends", "const a: {\r\n  b: string;\r\n} = c;\r\n"],
    ["line breaks of Unicode", "const a: {\u2028  b: string;\u2029} = c;\u2028"],
  ])("%s", (_what, text) => {
    expect(blanked(text).replace(/: (?:string|\{[^}]*\})/, "")).not.toContain("string");
  });

  test("in JavaScript nothing is changed", () => {
    const text = readFileSync(new URL("../../../scripts/bundle.js", import.meta.url), "utf8");
    expect(blankTypes("/a.ts", text)).toBe(text);
  });
});

describe("what a removed type kept apart stays apart", () => {
  test.each([
    ["a declaration", "const a = b\ntype C = 1\n(d)()"],
    ["a type of a value", "const a = b as C\n(d)()"],
    ["a type of a value before a list", "a = b satisfies C\n[d].e()"],
    ["a type of a value before a template", "a = b as C\n`d`"],
    ["a type of a value before a pattern", "a = b as C\n/d/g.e()"],
    ["a value that is there", "const a = b!\n(c)()"],
    ["type arguments", "const a = b<C>\nd()"],
    ["the result of a function", "const a = () => b as C\n(d)()"],
    ["an exported value", "export default a as B\n(c)()"],
    ["a returned value", "function f() {\nreturn a as B\n(c)() }"],
    ["a thrown value", "function f() {\nthrow a as B\n(c)() }"],
    ["a field before a generator", "class A { b: C\n*d() {} }"],
    ["a field before a computed one", "class A { b = c!\n['d'] = 1 }"],
    ["a modifier before a computed field", "class A { b = c\nprivate ['d'] = 1 }"],
    ["a modifier before a generator", "class A { b = c\npublic *d() {} }"],
    ["a field whose name could be a modifier", "class A { get: B\nc() {} static: D\ne() {} }"],
    ["a field that may be missing", "class A { get?\nc() {} }"],
    ["an index signature", "class A { b: C\n[d: string]: E\n['f'] = 1 }"],
    ["type parameters over lines", "function f() { return <\nT,\n>(a: T) => a }"],
    ["type parameters before a line break", "function f() { return <T,>\n(a: T) => a }"],
    ["type parameters of an asynchronous function", "const a = async <\nT,\n>(b: T) => b"],
    ["a type of a result over lines", "const a = (b): // )\n  C\n  | D => b"],
    ["a type of a result that is an object", "const a = (b /* ) */): {\n c: D } => b"],
    ["a loop", "for (let a: B = 1; c as D; e!) f\nfor (const g of h as I) j\nfor (let k of l!) m"],
    ["a condition", "if (a) b as C\nelse d!\ndo e as F\nwhile (g)"],
  ])("%s", (_what, text) => {
    expect(blanked(text)).not.toBe(text);
  });

  test("in what this command consists of", () => {
    const folder = fileURLToPath(new URL("../../../packages/cli/src", import.meta.url));
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts")) continue;
      const text = readFileSync(join(folder, file), "utf8");
      expect(blanked(text)).toHaveLength(text.length);
    }
  });

  test("in statements of all kinds, with and without semicolons", () => {
    let count = 0;
    const tried = seeded(
      fc.property(modules, (text) => {
        // Each compiler finds names that are declared twice which the other one does not look for.
        if (!isTypeScript(text)) return;
        count += 1;
        blanked(text);
      }),
      300,
      5000,
    );
    expect(count).toBeGreaterThan(tried / 10);
  });
});

describe("what is more than a type is refused", () => {
  test.each([
    ["enum A { B }", 1, "Enums are not supported: only types are removed"],
    ["export const enum A { B }", 8, "Enums are not supported: only types are removed"],
    ["namespace A { export const b = 1 }", 1, "Namespaces with values are not supported"],
    ["class A { constructor(private a: B) {} }", 23, "Parameter properties are not supported"],
    ["import a = require('b');", 1, "`import x = …` declarations are not supported"],
    ["export = a;", 1, "`export =` assignments are not supported"],
    ["const a = <B>c;", 11, "Type assertions in angle brackets are not supported"],
    ["const a = <const>['b'];", 11, "Type assertions in angle brackets are not supported"],
    ["@a class B {}", 1, "Decorators are not supported: Node.js does not run them."],
    ["class B { @a c = 1 }", 11, "Decorators are not supported: Node.js does not run them."],
    ["class B { accessor c = 1 }", 11, "`accessor` fields are not supported: Node.js does not"],
    ["const a: = 1;", 10, "This is not TypeScript: "],
    ["let a; let a;", 5, "This is not TypeScript: Identifier `a` has already been declared."],
  ])("%s", (text, column, message) => {
    const place = { file: "/a.ts", line: 2, column, message: expect.stringContaining(message) };
    expect(() => blankTypes("/a.ts", `const x: 1 = 1;\n${text}`)).toThrow(
      expect.objectContaining(place),
    );
  });
});

function isTypeScript(text: string): boolean {
  try {
    compiled(text, "ts");
    blankTypes("/a.ts", text);
    return true;
  } catch {
    return false;
  }
}
