import { dialectNamed, type Dialect } from "@traffic-policy/policy-language";
import { isCurrentVariable, variablesOf } from "@traffic-policy/policy-language/internal";
import {
  compilePolicy,
  simulate,
  type Exchange,
  type JsonLike,
} from "@traffic-policy/policy-engine";
import type { GeneratedFile } from "./generated-file.ts";

const url = "https://example.com/";

const exchange: Exchange = {
  request: { method: "GET", url },
  response: { status: 200 },
  time: "2026-01-31T12:00:00Z",
};

/** More is no example that one reads at a glance. */
const longest = 60;

/** The values that the variables of both dialects have in a plain exchange, as CEL writes them. */
export async function plainValues(): Promise<GeneratedFile> {
  const dialects = [await dialectNamed("directions"), await dialectNamed("phases")];
  const values = new Map<string, string>();
  for (const dialect of dialects) {
    for (const [name, value] of await valuesOf(dialect)) {
      if ((values.get(name) ?? value) !== value) throw new Error(`${name} has two values.`);
      values.set(name, value);
    }
  }
  const entries = [...values].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    path: "packages/language-server/src/expression/plain-values.generated.ts",
    text: `// Generated from the catalogue by \`pnpm generate\`; do not edit.

export const plainRequest = "GET ${url}";

/** What variables are for {@link plainRequest}, as CEL: none that are empty or long. */
export const plainValues: ReadonlyMap<string, string> = new Map(${JSON.stringify(entries)});
`,
  };
}

async function valuesOf(dialect: Dialect): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const variable of variablesOf(dialect)) {
    const { name, type, protocols, sections } = variable;
    const [section] = sections;
    if (!isCurrentVariable(variable) || !protocols.includes("http") || section === undefined)
      continue;
    const rule = { expressions: [`dyn(${name}) == 1`], actions: [] };
    const policy = await compilePolicy({ [section]: [rule] }, { dialect, protocol: "http" });
    const { trace } = await simulate(policy, exchange, { trace: true });
    const variables = trace?.rules[0]?.expressions[0]?.operand?.variables ?? [];
    const shown = shownAs(type, variables.find((one) => one.name === name)?.value);
    if (shown !== undefined) found.push([name, shown]);
  }
  return found;
}

function shownAs(type: string, value: JsonLike | undefined): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const text = JSON.stringify(value);
  if (text === "[]" || text === "{}" || text.length > longest) return undefined;
  return type === "timestamp" || type === "duration" ? `${type}(${text})` : text;
}
