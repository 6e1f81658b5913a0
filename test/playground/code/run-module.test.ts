import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PolicyBuilder } from "@traffic-policy/policy-builder";
import { type JsonValue } from "@traffic-policy/policy-language";
import { valueAt } from "@traffic-policy/policy-language/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runModule, type ModuleResult } from "../../../packages/playground/src/code/run-module.ts";
import type { Place, Problem } from "../../../packages/playground/src/work/messages.ts";
import { ownFiles } from "../../own-files.ts";
import { seededAsync } from "../../seeded.ts";
import { moduleHost as host } from "./module-host.ts";

/** The part of a text between « and », and the text without them. */
function marked(text: string): { readonly code: string; readonly place: Place } {
  const [before = "", part = ""] = text.split(/[«»]/);
  const at = (of: string): { line: number; column: number } => {
    const lines = of.split("\n");
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  };
  const [start, end] = [at(before), at(before + part)];
  return {
    code: text.replace(/[«»]/g, ""),
    place: { ...start, endLine: end.line, endColumn: end.column },
  };
}

/** What the call is called that builds a part of a document; of expressions, any name will do. */
function nameAt(pointer: string, document: JsonValue, name: unknown): unknown {
  if (pointer === "") return "policy";
  if (pointer.includes("/expressions/")) return /^(?:\w+|`)$/.test(String(name)) ? name : "a name";
  if (!pointer.includes("/actions/")) return "rule";
  const { type } = valueAt(document, pointer) as { readonly type: string };
  return type.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
}

function problemIn(result: ModuleResult): Problem {
  if (result.state !== "refused") throw new Error("It was built.");
  return result.problem;
}

const from = 'from "@traffic-policy/policy-builder"';

describe("what the page builds is what the module builds elsewhere", () => {
  const folder = fileURLToPath(new URL("../../../docs/examples", import.meta.url));
  const files = ownFiles(folder)
    .filter((name) => name.endsWith(".policy.ts"))
    .filter((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      // The page has no other files.
      return !/from "\./.test(text);
    });

  test.each(files)("%s", async (file) => {
    const source = readFileSync(join(folder, file), "utf8");
    const { default: policy } = (await import(join(folder, file))) as {
      default: PolicyBuilder;
    };
    const result = await runModule(source, host);
    if (result.state !== "built") throw new Error(JSON.stringify(result));
    const { text, protocol, places } = result.policy;
    expect({ text, protocol }).toEqual({ text: policy.toString(), protocol: policy.protocol });
    expect(Object.keys(places)).toEqual([...policy.origins().keys()]);
    const document = JSON.parse(text) as JsonValue;
    const found = Object.entries(places).map(([pointer, { line, column, endLine, endColumn }]) => {
      const name =
        endLine === line && source.split("\n")[line - 1]?.slice(column - 1, endColumn - 1);
      return [pointer, name];
    });
    const expected = found.map(([pointer, name]) => [
      pointer,
      nameAt(String(pointer), document, name),
    ]);
    expect(found).toEqual(expected);
  });

  test("there are some", () => {
    expect(files.length).toBeGreaterThan(3);
  });
});

describe("each part is where it was built", () => {
  test.each([
    ["/inbound/0/actions/0", `rule("a").do(«deny»())`],
    ["/inbound/0", `«rule»("a").do(deny())`],
    ["/inbound/0/expressions/0", `rule("a").when(req.url.path.«startsWith»("/b")).do(deny())`],
    ["/inbound/0/expressions/0", 'rule("a").when(cel«`»true`).do(deny())'],
  ])("%s of %s", async (pointer, rules) => {
    const { code, place } = marked(
      `import { cel, deny, policy, req, rule } ${from}; const a: string = "b"; export default policy().inbound(${rules} as any);\n`,
    );
    const result = await runModule(code, host);
    expect(result).toMatchObject({ policy: { places: { [pointer]: place } } });
  });

  test("also behind line breaks that editors do not know, and a byte order mark", async () => {
    const { code, place } = marked(
      `import { deny, policy, rule } ${from};\n"\u2028"; "\u2029"; type A = 1; export default policy().inbound(rule("\u{1f389}").do(«deny»()))`,
    );
    const result = await runModule(`\ufeff${code}`, host);
    expect(result).toMatchObject({ policy: { places: { "/inbound/0/actions/0": place } } });
  });
});

describe("a policy is", () => {
  const text = JSON.stringify({ inbound: [] });
  test.each([
    ["what the module exports by default", "export default { inbound: [] }"],
    ["a plain object without a prototype", "export default JSON.parse('{\"inbound\":[]}')"],
  ])("%s", async (_what, code) => {
    expect(await runModule(code, host)).toEqual({
      state: "built",
      policy: { language: "typescript", text, places: {} },
    });
  });

  test("the only one that it exports by name", async () => {
    const result = await runModule(
      `import { policy } ${from};\nexport const a = policy({ protocol: "tcp" }), b = 1;`,
      host,
    );
    expect(result).toMatchObject({ state: "built", policy: { text: "{}", protocol: "tcp" } });
  });
});

describe("what cannot be run is a sentence with its place", () => {
  test.each([
    ["const a: = 1;", "This is not TypeScript: Unexpected token.", "const a: «»= 1;"],
    [`«»enum A { B }`, "Enums are not supported: only types are removed before the file runs."],
    [`import a from «»"lodash";\na;`, `"lodash" cannot be imported here.`],
    [`export * from «»"./other.ts";`, `"./other.ts" cannot be imported here.`],
    [`import { «»ruel } ${from};\nruel;`, `The builder has no export "ruel".`],
    [`import «»a ${from};\na;`, `The builder has no export "default".`],
    [`const a: number = 1;\nthrow «»new Error("b")`, "It throws Error: b."],
    [`«a».b();`, "It throws ReferenceError: a is not defined."],
    [`const a: any = {};\na.«b»();`, "It throws TypeError: a.b is not a function."],
    [
      `import { policy } ${from};\nexport default «policy»({ protocol: "ftp" as any });`,
      `"ftp" is not one of the protocols http, tcp, tls.`,
    ],
    [
      `import { rule } ${from};\nrule("a").do(«5» as any)`,
      "do() takes actions of the builder, not 5.",
    ],
    [
      `import { policy, rule, deny } ${from};\nexport default policy().inbound(rule("a").do(deny()), «5 as any»)`,
      "inbound() takes rules made by rule(), not 5.",
    ],
    [`await «»import("x");`, "import() cannot be used here."],
  ])("%s", async (text, message, place = text) => {
    const expected = marked(place);
    const problem = problemIn(await runModule(expected.code, host));
    expect(problem.input).toBe("policy");
    expect(problem.message).toBe(message);
    const { line, column } = expected.place;
    expect(problem.place).toMatchObject({ line, column });
  });

  test.each([
    ["export default 1", "It exports no policy."],
    ["", "It exports no policy."],
    [
      "export default () => ({})",
      "It exports a function of the environment, but no environment is known.",
    ],
    ["export default { a: () => 1 }", /^Its policy cannot be written as JSON: .*\.$/],
    ["throw 5", "It throws 5."],
    ["throw null", "It throws null."],
    ["throw { a: 1 }", 'It throws {"a":1}.'],
    ["throw Object.assign(new Error(), { message: { toString() { throw 1 } } })", /\.$/],
    ["throw new Proxy({}, { getPrototypeOf() { throw 1 } })", /\.$/],
    ["const a = () => a(); a()", /^It throws RangeError: Maximum call stack size exceeded\.$/],
    ["[".repeat(50_000), "It is nested too deeply."],
    ["a.".repeat(50_000), /\.$/],
    ["export default { get inbound() { throw new Error('c') } }", /\bc\.$/],
  ])("%.60s", async (text, message) => {
    const problem = problemIn(await runModule(text, host));
    expect(problem.message).toMatch(message);
    expect(JSON.parse(JSON.stringify(problem))).toEqual(problem);
  });
});

test("any text is built, or a sentence with a place in it says why it is not", async () => {
  const pieces = fc.constantFrom(
    ...`import { deny, policy, req, rule } ${from}; export default policy ( ) . inbound ( rule ( "a" ) . do ( deny ( ) ) ) as const enum type A = 1 ; \n \u2028 \ud800 ' \` \${ } { [ ] / => < > ! ? : @ # throw new Error async`.split(
      / (?! )/,
    ),
  );
  await seededAsync(
    fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), async (parts) => {
      const text = parts.join(" ");
      // Nothing is thrown by what runs later.
      if (/\basync\b/.test(text)) return;
      const result = await runModule(text, host);
      const { message, place }: Problem =
        result.state === "built" ? { message: "." } : result.problem;
      const { line, column } = place ?? { line: 1, column: 1 };
      expect(message).toMatch(/[.!?…]$/);
      const lines = text.split(/\r\n?|\n/);
      expect(line).toBeLessThanOrEqual(lines.length);
      expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
    }),
    300,
    3000,
  );
});
