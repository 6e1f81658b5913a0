import { type Protocol } from "@traffic-policy/policy-language";
import { variablesOf } from "@traffic-policy/policy-language/internal";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { describe, expect, test } from "vitest";
import { jsonOf } from "../collected.ts";

// The catalogue against the facts as they were collected: every action with its config, every variable.

interface Fact {
  readonly phases: readonly string[];
  readonly protocols?: readonly string[];
  readonly config: Schema;
  readonly results: readonly { readonly name: string }[];
  readonly deprecatedConfig?: Readonly<Record<string, unknown>>;
  readonly aliasesInConfig?: Readonly<Record<string, unknown>>;
  readonly terminating: { readonly kind: "always" | "never" | "conditional" };
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly "x-openEnum"?: boolean;
  readonly "x-cel"?: "interpolated" | "expression";
  readonly "x-regex"?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly maxLength?: number;
}

interface VariableFact {
  readonly name: string;
  readonly celType: string;
  readonly phases: readonly string[];
  readonly onlyIn?: string;
}

const { actions } = jsonOf<{ actions: Readonly<Record<string, Fact>> }>(
  "facts/phases/actions.json",
);
const { variables } = jsonOf<{ variables: readonly VariableFact[] }>("facts/phases/variables.json");

describe.each(Object.entries(actions))("the action %s", (type, withdrawn) => {
  const isWithdrawn = type === "ai-gateway";
  // Its reference was withdrawn: of its config one key is left, and texts that were interpolated still are.
  const kept = ["on_error", "headers", "query_params", "body", "providers"];
  const fact = isWithdrawn ? withOnly(kept, withdrawn) : withdrawn;
  const action = phasesDialect.actions.get(type);

  test("stands where the facts say", () => {
    const ofHttp = new Set([
      ...(action?.sections.http ?? []),
      ...(action?.unsureSections?.http ?? []),
    ]);
    expect([...ofHttp].toSorted()).toEqual(fact.phases.toSorted());
    const protocols = (["tcp", "tls"] as Protocol[]).filter(
      (one) => (action?.sections[one].length ?? 0) > 0,
    );
    const onConnect = fact.phases.includes("on_tcp_connect");
    expect(protocols).toEqual(
      !onConnect ? [] : fact.protocols === undefined ? ["tcp", "tls"] : ["tls"],
    );
  });

  test("ends processing as the facts say", () => {
    const ends = action?.endsProcessing;
    const kind = typeof ends === "object" ? "conditional" : ends;
    expect(kind).toBe(fact.terminating.kind);
  });

  test("has the config of the facts", () => {
    const checked = isWithdrawn ? withOnly(["on_error"], fact) : fact;
    const { properties = {}, required = [] } = checked.config;
    const config = action?.config;
    const known = Object.keys(config?.properties ?? {});
    const aliases = Object.keys(fact.aliasesInConfig ?? {});
    expect(known.toSorted()).toEqual([...Object.keys(properties), ...aliases].toSorted());
    expect([...(config?.required ?? [])].toSorted()).toEqual([...required].toSorted());
    expect(Object.keys(action?.deprecatedFields ?? {}).filter((one) => one !== "format")).toEqual(
      Object.keys(fact.deprecatedConfig ?? {}),
    );
    for (const [name, schema] of Object.entries(properties)) {
      const own = config?.properties[name];
      const keywords = [
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "maxLength",
      ] as const;
      for (const keyword of keywords) {
        expect([name, keyword, own?.[keyword as "minimum"]]).toEqual([
          name,
          keyword,
          schema[keyword],
        ]);
      }
      const isClosed = schema.enum !== undefined && schema["x-openEnum"] !== true;
      expect([name, isClosed ? own?.enum : undefined]).toEqual([
        name,
        isClosed ? schema.enum : undefined,
      ]);
    }
  });

  test("has expressions and patterns where the facts say", () => {
    const marked = [...marksOf(fact.config)];
    const formats = action?.formats ?? {};
    const expressions = Object.keys(formats).filter((one) => formats[one] === "expression");
    const of = (mark: string): string[] =>
      marked.filter(([, kind]) => kind === mark).map(([path]) => path);
    expect(expressions.toSorted()).toEqual(of("expression").toSorted());
    expect([...(action?.regularExpressions ?? [])].toSorted()).toEqual(of("regex").toSorted());
    const tops = new Set(of("interpolated").map((path) => path.split(".")[0]));
    const interpolated = new Set((action?.interpolated ?? []).map((path) => path.split(".")[0]));
    expect([...interpolated].toSorted()).toEqual([...tops].toSorted());
  });

  test("leaves behind what the facts say", () => {
    const named = new Set(action?.results?.map(({ name }) => name));
    const missing = fact.results
      .map(({ name }) => name)
      .filter((name) => !name.startsWith("vars."))
      .filter((name) => !isKnown(name, named));
    expect(missing).toEqual([]);
  });
});

/** With only some keys of the config. */
function withOnly(kept: readonly string[], fact: Fact): Fact {
  const properties = Object.entries(fact.config.properties ?? {}).filter(([name]) =>
    kept.includes(name),
  );
  return { ...fact, config: { ...fact.config, properties: Object.fromEntries(properties) } };
}

/** The fields of a config that are marked, as the catalogue names them. */
function* marksOf(schema: Schema, path: readonly string[] = []): Iterable<[string, string]> {
  const name = path.join(".");
  if (schema["x-cel"] !== undefined) yield [name, schema["x-cel"]];
  if (schema["x-regex"] === true) yield [name, "regex"];
  const values = (schema as { additionalProperties?: Schema | boolean }).additionalProperties;
  if (typeof values === "object") yield* marksOf(values, path);
  if (schema.items !== undefined) yield* marksOf(schema.items, path);
  const others = (schema as { anyOf?: readonly Schema[] }).anyOf ?? [];
  for (const one of others) yield* marksOf(one, path);
  for (const [key, one] of Object.entries(schema.properties ?? {}))
    yield* marksOf(one, [...path, key]);
}

/** Whether a name is that of a result, or of a field of one that is a record. */
function isKnown(name: string, known: ReadonlySet<string>): boolean {
  if (known.has(name)) return true;
  const [base = "", ...fields] = name.split(/\[[^\]]*\]/);
  const owner = [...known].find((one) => base === one || base.startsWith(`${one}.`));
  const definition = variablesOf(phasesDialect).find((one) => one.name === owner);
  const records = [...(definition?.type.matchAll(/[a-z_]+/g) ?? [])].flatMap(
    ([word]) => phasesDialect.records.get(word) ?? [],
  );
  const field = (fields.at(-1) ?? base.slice((owner ?? "").length)).replace(/^\./, "");
  return field === "" || records.some((one) => one.fields.some((own) => own.name === field));
}

describe("variables", () => {
  const known = new Set(variablesOf(phasesDialect).map(({ name }) => name));

  test("every one of the facts is in the catalogue", () => {
    const own = variables.filter(
      ({ onlyIn, name }) => onlyIn === undefined && !name.startsWith("vars."),
    );
    expect(own.length).toBeGreaterThan(400);
    const missing = own.filter(({ name }) => !isKnown(name, known)).map(({ name }) => name);
    expect(missing).toEqual([]);
  });

  test("has the type and the phases of the facts", () => {
    const byName = new Map(variablesOf(phasesDialect).map((one) => [one.name, one]));
    const wrong = variables.flatMap(({ name, celType, phases }) => {
      const own = byName.get(name);
      if (own === undefined || name.startsWith("actions.")) return [];
      const isSame =
        own.type.replaceAll(" ", "") === celType && own.sections.join() === phases.join();
      return isSame ? [] : [`${name}: ${own.type} in ${own.sections.join()}`];
    });
    expect(wrong).toEqual([]);
  });

  test("what exists only in one field exists there", () => {
    const bound = phasesDialect.actions.get("http-request")?.bindings?.["retry_condition"] ?? {};
    const names = variables
      .filter(({ onlyIn }) => onlyIn !== undefined)
      .map(({ name }) => name.split(".")[0] ?? "");
    expect(Object.keys(bound).toSorted()).toEqual([...new Set(names)].toSorted());
  });
});
