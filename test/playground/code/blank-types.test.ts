import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { blankTypes, type NotErasableError } from "@traffic-policy/policy-builder/code";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTypeScript } from "../../../packages/playground/src/code/parse-typescript.ts";
import { blankTypes as blankedByCommand } from "../../../packages/project/src/code/blank-types.ts";
import { writtenPolicies } from "../../policy-builder/to-source/documents.ts";
import { ownFiles } from "../../own-files.ts";
import { modules } from "../../project/code/typescript-modules.ts";
import { seeded, whileTime } from "../../seeded.ts";

/** What the page makes of a module. */
function blanked(text: string): string {
  return blankTypes(parseTypeScript(text));
}

function ofCommand(text: string): string {
  return blankedByCommand("/a.ts", text);
}

function typeScriptIn(folder: string): string[] {
  const root = fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
  return ownFiles(root)
    .filter((name) => /(?<!\.d)\.m?ts$/.test(name) && !/(?:^|\/)dist\//.test(name))
    .map((name) => join(root, name));
}

describe("the page and the command take the same out of", () => {
  test.each([
    "docs/examples",
    "test/types/right",
    "packages/policy-builder/src",
    "packages/cli/src",
    "packages/policy-logic/src",
  ])("every file of %s", (folder) => {
    const files = typeScriptIn(folder);
    expect(files.length).toBeGreaterThan(2);
    for (const file of whileTime(files)) {
      const text = readFileSync(file, "utf8");
      expect(blanked(text), file).toBe(ofCommand(text));
    }
  });

  test("policies, as TypeScript", async () => {
    const policies = writtenPolicies("fixtures", "published", "phases");
    expect(policies.length).toBeGreaterThan(20);
    for (const { name, document } of whileTime(policies)) {
      const text = (await toSource(document, {})).replace("policy()", "(policy() as any)!");
      expect(blanked(text), name).toBe(ofCommand(text));
      expect(blanked(text)).not.toContain("as any");
    }
  });

  test.each([
    "const a: string = f<number>(b!, c as any) satisfies unknown;",
    "abstract class A<T> extends B<T> implements C, D { abstract a: T; private b?: T; c!: T; static readonly d = 1; [k: string]: T; declare e: T; f?(): T {} }",
    "abstract class A { a(): void;\nasync a?<T>(): T {}\nprotected abstract get c(): string; abstract b?(): void }",
    "class A { private constructor(); constructor(a?: string) {} static #p?: string; static { a! } }",
    "class A { get: B\nc() {} static: D\ne() {} private *f() {} public ['g'] = 1 }",
    "function f<T>(this: X, a?: T, { b }: Y = {}, ...c: Z[]): a is T { return a! }\ndeclare function g({ b }?: Y): void",
    "function f(): void;\nfunction f(a: any): asserts a is string {}",
    "let f = <\nT,\n>(a: T): {\n b: T } => a; const g = async <T,>(b: T) => b",
    "f?.<string>(1); a?.b!.c; a![0]?.<T>(x)",
    "new X<string>; tag<string>`x${b as T}`; import('x'); let v: import('x').Y<string>",
    "let x: (string | undefined)[] = [], y: [a: string, b?: number, ...c: any[]] = z;",
    "type A<in out T> = T extends infer U ? U : never; type B = abstract new () => void; let c: unique symbol",
    "type M = { readonly [K in keyof T as `a${K}`]?: T[K] }; interface I extends J<K> { (a: T): U; new (): V }",
    "let a = b as const; (b as any) = 1; a! += 1; (a as any).b = 1; for (const [c, d] of e!) {}",
    "try {} catch (e: unknown) {}\nfor (let a: B = 1; c as D; e!) f",
    "const a = b\ntype C = 1\n(d)()\na = b as C\n[d].e()\nthrow a as B",
    "export default abstract class A { abstract get a(): string }",
    "export default interface A {}",
    "interface A {} const b = 1; export { A, b }; export { type C, d } from 'e'; export * from 'f';",
    "import a, { type b, c, type d as e } from 'f'; import g, * as h from 'i'; a(c, g);",
    "import { A, b } from 'c'; import { D } from 'e'; import type F from 'f'; const f: A = b as D;",
    "declare module 'x' { const a: 1 }\ndeclare global { interface X {} }\nnamespace D { export type E = 1 }",
    "\ufeffconst a: string = '';",
    "#!/usr/bin/env node\nconst a: string = '';",
    "const a: {\r\n  b: string;\r\n} = c;\u2028const d: e = /* as: f */ g as /* ; */ h // as\n",
    "// comment\nconst f = a /* < */ < b, g = (c /* ? */ ?: /* : */ d /* ) */) => c",
    "const { a = 1 as T, ...b }: U = c, [d = e!]: V[] = f; ({ type: 1, as: 2, get: 5 as number })",
    "let a = <T,>(b: T) => b; label: for (;;) break label; a = b ? (c) : (d) => e",
    "using; async; let of = 1; type = as; satisfies; declare\nconst abstract = 1, readonly = 2",
    "`${a as string}${`${b!}`}`; /<T>(a: b)/g; '\ud800' as '\udc00'; 1_000n as bigint",
  ])("%s", (text) => {
    expect(blanked(text)).toBe(ofCommand(text));
  });

  test("random modules: the page reads nearly all of them, and never otherwise than the command", () => {
    let [same, refused] = [0, 0];
    const attempt = (work: () => string): string | undefined => {
      try {
        return work();
      } catch (error) {
        // What each of the parsers refuses, of mistakes and otherwise, is not the same.
        if (error instanceof Error) return undefined;
        throw error;
      }
    };
    seeded(
      fc.property(modules, (text) => {
        const expected = attempt(() => ofCommand(text));
        if (expected === undefined) return;
        const found = attempt(() => blanked(text));
        if (found === undefined) refused += 1;
        else same += 1;
        expect(found ?? expected).toBe(expected);
      }),
      400,
      10_000,
    );
    expect(same).toBeGreaterThan(10 * refused);
  });
});

test.each([
  "enum A { B }",
  "namespace A { export const b = 1 }",
  "class A { constructor(private a: B) {} }",
  "import a = require('b');",
  "export = a;",
  "const a = <B>c;",
  "@a class B {}",
  "class B { accessor c = 1 }",
])("%s is refused in the same words, at the same place", (text) => {
  const refusal = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      const { message, help } = error as NotErasableError;
      return { message, help };
    }
  };
  expect(refusal(() => blanked(text))).toEqual(refusal(() => ofCommand(text)));
  expect(refusal(() => blanked(text))).toHaveProperty("help");
});

test.each(["f<{ a: T }> as T", "let a = f<string> satisfies T"])(
  "%s, which the parser mistakes for comparisons or does not read, is no code that does something else",
  (text) => {
    expect(() => blanked(text)).toThrow(SyntaxError);
  },
);

test("a text that is nested thousands of times is refused, and a long sum is not", () => {
  expect(() => blanked("[".repeat(100_000))).toThrow("Not enough stack space");
  expect(blanked(`a = ${"b + ".repeat(1000)}c as T`)).toContain("+ c ;");
});
