import { isCelError } from "@bufbuild/cel";
import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import {
  checkExpression,
  directionsDialect,
  parseExpression,
  type Dialect,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { loadCel } from "../../../packages/policy-engine/src/expression/cel.ts";
import { Environment } from "../../../packages/policy-engine/src/expression/environment.ts";
import { compileLogic } from "../../../packages/policy-engine/src/expression/logic.ts";
import { Plan } from "../../../packages/policy-engine/src/expression/plan.ts";
import type { PlainValue } from "../../../packages/policy-engine/src/expression/plain-value.ts";
import { resolveOptions } from "../../../packages/policy-engine/src/options.ts";
import { Run } from "../../../packages/policy-engine/src/run/run.ts";
import { describeValue, doubleText } from "./describe-value.ts";

// The evaluation suite of the CEL project, through our parser, our checker and our environment.

interface Case {
  readonly name: string;
  readonly expr: string;
  readonly container?: string;
  readonly disableCheck?: boolean;
  readonly checkOnly?: boolean;
  readonly typeEnv?: readonly {
    readonly name: string;
    readonly ident?: { readonly type: object };
  }[];
  readonly bindings?: Readonly<Record<string, { readonly value: Data }>>;
  readonly value?: Data;
  readonly typedResult?: { readonly result?: Data };
  readonly evalError?: object;
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: Case }[];
}

/** A value as the suite writes it: `{int64Value: "1"}`. */
type Data = Readonly<Record<string, unknown>>;

/** Sections that are about what no policy has. */
const otherSections: Readonly<Record<string, string>> = {
  bindings_ext: "the extension cel.bind",
  block_ext: "the extension cel.block",
  dynamic: "messages of protocol buffers",
  encoders_ext: "the extension base64",
  enums: "enumerations of protocol buffers",
  macros2: "macros with two variables",
  math_ext: "the extension math",
  namespace: "containers of names",
  optionals: "optional values",
  proto2: "messages of protocol buffers",
  proto2_ext: "messages of protocol buffers",
  proto3: "messages of protocol buffers",
  string_ext: "the extension of texts",
  type_deductions: "only types; the checker has a suite of its own",
  unknowns: "no cases",
  wrappers: "messages of protocol buffers",
};

/** Cases of the other sections that are about what no policy has. */
function isOther({ expr, container, typeEnv = [], bindings = {}, checkOnly }: Case): boolean {
  const declared = JSON.stringify([typeEnv, bindings]);
  return (
    checkOnly === true ||
    container !== undefined ||
    /messageType|functionType|abstractType|objectValue/.test(declared) ||
    /TestAllTypes|\w ?\{|[.{[]\?|\.`/.test(expr)
  );
}

/** Cases whose result differs, by `section/name`, with the reason. */
const misses: Readonly<Record<string, string>> = {};

const primitives: Readonly<Record<string, string>> = {
  BOOL: "bool",
  INT64: "int",
  UINT64: "uint",
  DOUBLE: "double",
  STRING: "string",
  BYTES: "bytes",
};

function typeText(type: object): string {
  if ("primitive" in type) return primitives[String(type.primitive)] ?? "dyn";
  if ("listType" in type) {
    return `list(${typeText((type.listType as { elemType: object }).elemType)})`;
  }
  if ("mapType" in type) {
    const { keyType, valueType } = type.mapType as { keyType: object; valueType: object };
    return `map(${typeText(keyType)}, ${typeText(valueType)})`;
  }
  if ("wellKnown" in type) return String(type.wellKnown).toLowerCase();
  return "null" in type ? "null" : "dyn";
}

function dialectOf({ typeEnv = [] }: Case): Dialect {
  const variables = typeEnv.flatMap(({ name, ident }): VariableDefinition[] =>
    ident === undefined
      ? []
      : [{ name, type: typeText(ident.type), description: "", protocols: [], sections: [] }],
  );
  return { ...directionsDialect, namespaces: [{ name: "test", description: "", variables }] };
}

function plainOf(data: Data): PlainValue {
  const [[kind, value] = ["nullValue", null]] = Object.entries(data);
  switch (kind) {
    case "int64Value":
    case "uint64Value":
      return BigInt(value as string);
    case "doubleValue":
      return Number(value);
    case "bytesValue":
      return Uint8Array.from(Buffer.from(value as string, "base64"));
    case "listValue":
      return ((value as { values?: Data[] }).values ?? []).map(plainOf);
    case "mapValue": {
      const { entries = [] } = value as { entries?: { key: Data; value: Data }[] };
      return Object.fromEntries(
        entries.map((entry) => [String(plainOf(entry.key)), plainOf(entry.value)]),
      );
    }
    case "nullValue":
      return null;
    default:
      return value as PlainValue;
  }
}

/** A value of the suite in the words of {@link describeValue}. */
function expected(data: Data | undefined): string {
  const [[kind, value] = ["boolValue", false]] = Object.entries(data ?? {});
  switch (kind) {
    case "int64Value":
      return `int ${String(value)}`;
    case "uint64Value":
      return `uint ${String(value)}`;
    case "doubleValue":
      return doubleText(Number(value));
    case "bytesValue":
      return `bytes ${Buffer.from(value as string, "base64").toString("hex")}`;
    case "stringValue":
      return `string ${JSON.stringify(value)}`;
    case "boolValue":
      return `bool ${String(value)}`;
    case "nullValue":
      return "null";
    case "typeValue":
      return `type ${String(value)}`;
    case "listValue":
      return `[${((value as { values?: Data[] }).values ?? []).map(expected).join(", ")}]`;
    case "mapValue": {
      const { entries = [] } = value as { entries?: { key: Data; value: Data }[] };
      const items = entries.map((entry) => `${expected(entry.key)}: ${expected(entry.value)}`);
      return `{${items.toSorted().join(", ")}}`;
    }
    case "objectValue":
      return `${String((value as Data)["@type"])
        .split(".")
        .at(-1)} ${String((value as Data)["value"])}`;
    default:
      return kind;
  }
}

const library = await loadCel();

function outcome(one: Case): string {
  const parsed = parseExpression(one.expr);
  if (!parsed.ok) return "error";
  const dialect = dialectOf(one);
  if (one.disableCheck !== true && checkExpression(parsed.tree, { dialect }).errors.length > 0) {
    return "error";
  }
  const environment = new Environment(library, dialect);
  const variables = Object.fromEntries(
    Object.entries(one.bindings ?? {}).map(([name, { value }]) => [name, plainOf(value)]),
  );
  const exchange = { request: { url: "/" }, variables };
  const run = new Run(exchange, { protocol: "http", dialect }, resolveOptions({}, dialect));
  const bindings = environment.bindingsOf(run);
  const result = new Plan(parsed.tree, environment).evaluate(bindings);
  const traced = compileLogic(parsed.tree, environment).trace(bindings).result;
  const [text, tracedText] = [result, traced].map((value) =>
    isCelError(value) ? "error" : describeValue(value),
  );
  expect(tracedText, one.expr).toBe(text);
  return text ?? "";
}

test("evaluation follows the suite of the CEL project", () => {
  const rows: Record<string, { cases: number; right: number; "left out": number | string }> = {};
  const wrong: string[] = [];
  for (const { name: section, suites = [] } of (tests as { suites: readonly Suite[] }).suites) {
    const all = suites.flatMap(({ tests: own = [] }) => own.map(({ original }) => original));
    const reason = otherSections[section];
    if (reason !== undefined) {
      rows[section] = { cases: 0, right: 0, "left out": `${all.length}: ${reason}` };
      continue;
    }
    const cases = all.filter((one) => !isOther(one));
    const missed = cases.filter((one) => {
      const value = one.value ?? one.typedResult?.result ?? { boolValue: true };
      const want = one.evalError === undefined ? expected(value) : "error";
      const got = outcome(one);
      const id = `${section}/${one.name}`;
      if (got !== want) {
        wrong.push(id);
        console.log(`${id}: ${one.expr}\n  ${want} wanted, ${got} got: ${misses[id] ?? "why?"}`);
      }
      return got !== want;
    });
    rows[section] = {
      cases: cases.length,
      right: cases.length - missed.length,
      "left out": all.length - cases.length,
    };
  }
  const total = Object.values(rows).reduce((sum, { cases }) => sum + cases, 0);
  rows["all"] = { cases: total, right: total - wrong.length, "left out": "" };
  console.table(rows);
  expect(total).toBeGreaterThan(1000);
  expect([...new Set(wrong)].toSorted()).toEqual(Object.keys(misses).toSorted());
  expect((total - wrong.length) / total).toBeGreaterThanOrEqual(0.99);
});
