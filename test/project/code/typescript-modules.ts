import fc from "fast-check";

const types = fc.constantFrom(
  "T",
  "string",
  "{ a: T }",
  "{\n a: T\n}",
  "T[]",
  "() => T",
  "`a${T}`",
  "T extends U ? 1 : 2",
  "typeof a",
);

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("a", "1", '"</script"', "`</script`", "/<\\/b/g", "[1]", "{ a: 1 }", "(a)"),
    fc.tuple(tie("expression"), types).map(([value, type]) => `${value} as ${type}`),
    fc.tuple(tie("expression"), types).map(([value, type]) => `${value} satisfies ${type}`),
    tie("expression").map((value) => `${value}!`),
    tie("expression").map((value) => `(${value})`),
    tie("expression").map((value) => `[${value}]`),
    tie("expression").map((value) => `\`\${${value}}\``),
    fc.tuple(tie("expression"), types).map(([value, type]) => `f<${type}>(${value})`),
    fc.tuple(tie("expression"), types).map(([value, type]) => `(a?: ${type}): ${type} => ${value}`),
    fc
      .tuple(tie("expression"), types)
      .map(([value, type]) => `async <T,\n>(a: ${type}) => ${value}`),
    fc
      .tuple(tie("expression"), fc.constantFrom("+", "<", "in", "??", "**", ","), tie("expression"))
      .map((parts) => parts.join(" ")),
    types.map((type) => `f<${type}>`),
  ),
}));

const member = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        "",
        "private ",
        "static ",
        "public static readonly ",
        "declare ",
        "override ",
      ),
      fc.constantFrom("a", "get", "set", "static", "'b'", "[a]", "#c"),
      fc.constantFrom("", "?", "!"),
      fc.option(types),
      fc.option(expression),
    )
    .map(
      ([modifiers, key, mark, type, value]) =>
        `${modifiers}${key}${mark}${type === null ? "" : `: ${type}`}${value === null ? "" : ` = ${value}`}`,
    ),
  fc.constantFrom(
    "private *a() {}",
    "async a?<T>(): T {}",
    "a(): void",
    "[a: string]: T",
    "abstract a: T",
    "public get a(): T { return 1 }",
    "static { a! }",
  ),
);

const ended = (parts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(parts, fc.constantFrom(";\n", "\n", " // as\n", "\r\n")), { maxLength: 4 })
    .map((lines) => lines.flat().join(""));

const statements = ended(
  fc.oneof(
    expression,
    expression.map((value) => `const {a = ${value}}: T = b`),
    expression.map((value) => `export default ${value}`),
    expression.map((value) => `a = function (this: T) { return ${value}\n(a)() }`),
    expression.map((value) => `if (a) ${value}\nelse b`),
    expression.map((value) => `for (const a of ${value}) b`),
    expression.map((value) => `for (let a: T = ${value}; b!; c as T) d`),
    ended(member).map((members) => `abstract class A<T> extends B<T> implements C {\n${members}}`),
    types.map((type) => `let a!: ${type}`),
    types.map((type) => `type A = ${type}`),
    types.map((type) => `export interface A { a: ${type} }`),
    types.map((type) => `declare function f(a: ${type}): ${type}`),
    fc.constantFrom(
      "(a)()",
      "[a].b()",
      "`a`",
      "+a",
      "export type { A }",
      "namespace A { type B = 1 }",
    ),
  ),
);

// Unused ones between two statements would keep the other compiler from joining those.
const imports = fc.constantFrom(
  "",
  "import { type T, b } from 'c'\n",
  "import type T from 'a'\n",
  "import U, { type T } from 'a'\n",
  "import f, * as T from 'a'\n",
);

/** Modules in TypeScript of many kinds, most of which are right. */
export const modules = fc
  .tuple(imports, statements)
  // A text that stands first is a directive to one of the compilers, but not to the other.
  .map(([before, after]) => `${before}a()\n;${after}`);
