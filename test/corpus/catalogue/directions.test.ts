import {
  directionsDialect,
  type Absence,
  type ActionDefinition,
  type JsonSchema,
  type Protocol,
  type RecordField,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { facts, type FieldFact, type VariableFact } from "./directions-facts.ts";

const { actions, namespaces, records, functions } = directionsDialect;
const variables = namespaces.flatMap((namespace) => namespace.variables);
const catalogueNames = new Set(variables.map(({ name }) => name));
const allNames = new Set(
  Object.values(facts.variables).flatMap((known) => known.map(({ name }) => name)),
);

describe.each(Object.entries(facts.actions))("of the action %s", (type, fact) => {
  const action = actions.get(type);
  if (action === undefined) throw new Error(`${type} is not in the catalogue`);
  const fields = Object.entries(fact.config).filter(([, { removed }]) => removed === undefined);

  test("every fact is in the catalogue", () => {
    const ends = action.endsProcessing;
    expect({
      sections: action.sections,
      unsureSections: unsureSections(action.unsureSections),
      results: (action.results ?? []).map(({ name }) => name).toSorted(),
      terminates: typeof ends === "string" ? ends === "always" : "on a condition",
      unsure: action.unsure !== undefined,
      perhapsLists: action.perhapsLists ?? [],
    }).toMatchObject({
      sections: fact.directions,
      unsureSections: unsureSections(fact.directionsUnsure),
      results: resultNames(fact.results),
      terminates: typeof fact.terminates === "boolean" ? fact.terminates : "on a condition",
      ...(fact.unsure && { unsure: true }),
      perhapsLists: fields
        .filter(([, { unsure = [] }]) => unsure.some((text) => text.startsWith("typed as a list")))
        .map(([path]) => path),
    });
  });

  test("the catalogue knows its config fields and no others", () => {
    expect(fieldPaths(action.config).toSorted()).toEqual(fields.map(([path]) => path).toSorted());
  });

  test.each(fields)("every fact of the field %s is in the catalogue", (path, field) => {
    expect(catalogueField(action, path)).toEqual(factField(field, `${type} ${path}`));
    expect(forbiddenItems(action, path)).toEqual(expect.arrayContaining([...(field.forbid ?? [])]));
  });
});

/** The results that are variables; a name like `tokens[i].header` is a field of a record. */
function resultNames(results: readonly { readonly name: string }[] = []): string[] {
  return results
    .map(({ name }) => name)
    .filter((name) => !name.includes("["))
    .toSorted();
}

function unsureSections(of: Partial<Readonly<Record<Protocol, readonly string[]>>> = {}) {
  return Object.fromEntries(Object.entries(of).filter(([, directions]) => directions.length > 0));
}

interface Field {
  readonly type: string;
  readonly format: string | undefined;
  readonly required: boolean;
  readonly default: unknown;
  readonly enum: readonly unknown[] | undefined;
  readonly least: unknown;
  readonly most: unknown;
  readonly step: string | undefined;
  readonly maxLength: number | undefined;
  readonly interpolated: boolean;
  readonly protocols: readonly Protocol[] | undefined;
}

// These defaults are words or changed over time, so comparing must not take a value for them.
const defaultsInWords = new Set(["deny status_code", "redirect from"]);

function factField(fact: FieldFact, name: string): Field {
  const [, kind = "", of = ""] = /^(\w+)(?:\((.*)\))?$/.exec(fact.type) ?? [];
  const [least, most] = fact.range?.split("-").map(Number) ?? [fact.min, fact.max];
  return {
    type: factTypes[fact.type] ?? "string",
    format: [kind, of].find((word) => ["cidr", "duration", "regex", "url"].includes(word)),
    required: fact.required,
    default: defaultsInWords.has(name) ? undefined : fact.default,
    enum: fact.enum,
    least,
    most,
    step: fact.multipleOf,
    maxLength: fact.maxLength,
    interpolated: (fact.interpolated ?? undefined) !== undefined,
    protocols: fact.protocols,
  };
}

const factTypes: Readonly<Record<string, string>> = {
  object: "object",
  "list(object)": "array of object",
  int: "integer",
  uint: "integer",
  bool: "boolean",
  "list(string)": "array of string",
  "list(cidr)": "array of string",
  "list(id)": "array of string",
  "list(url)": "array of string",
  "map(string,string)": "object of string",
  "map(string,any)": "object of anything",
};

function catalogueField(action: ActionDefinition, path: string): Field {
  const { config, formats = {}, regularExpressions, interpolated, fieldProtocols = {} } = action;
  const [top = ""] = path.split(/[.[]/);
  const schema = schemasOn(config, path).at(-1) ?? {};
  const format = formats[path];
  const duration = typeof format === "object" ? format : undefined;
  return {
    type: schemaType(schema),
    format: regularExpressions.includes(path)
      ? "regex"
      : typeof format === "object"
        ? "duration"
        : [format].find((known) => known !== "expression"),
    required: isRequired(config, path),
    default: schema.default,
    enum: schema.items?.enum ?? schema.enum,
    least: duration?.minimum ?? schema.minItems ?? schema.minProperties ?? schema.minimum,
    most: duration?.maximum ?? schema.maxItems ?? schema.maxProperties ?? schema.maximum,
    step: duration?.multipleOf,
    maxLength: schema.maxLength,
    interpolated: interpolated.includes(top),
    protocols: fieldProtocols[top],
  };
}

function schemaType({ type, items, additionalProperties }: JsonSchema): string {
  const values = items ?? additionalProperties;
  const of = typeof values === "object" ? ` of ${String(values.type ?? "anything")}` : "";
  return `${String(type)}${of}`;
}

function forbiddenItems(action: ActionDefinition, path: string): readonly unknown[] {
  return schemasOn(action.config, path).at(-1)?.items?.not?.enum ?? [];
}

/** The paths of the fields that hold values, written as the facts do. */
function fieldPaths(schema: JsonSchema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const [object, path] =
      field.items?.properties === undefined ? [field, name] : [field.items, `${name}[]`];
    return [name, ...fieldPaths(object).map((rest) => `${path}.${rest}`)];
  });
}

/** The schemas from the config to the field; a list stands before its items. */
function schemasOn(config: JsonSchema, path: string): JsonSchema[] {
  const schemas = [config];
  for (const part of path.replaceAll("[]", ".[]").split(".")) {
    const last: JsonSchema | undefined = schemas.at(-1);
    const next = part === "[]" ? last?.items : last?.properties?.[part];
    if (next === undefined) throw new Error(`no field ${path}`);
    schemas.push(next);
  }
  return schemas;
}

/** Whether the field is required, and all that it stands in. */
function isRequired(config: JsonSchema, path: string): boolean {
  let object: JsonSchema | undefined = config;
  return path.split(".").every((part) => {
    const name = part.replace("[]", "");
    const required = object?.required?.includes(name) ?? false;
    const field: JsonSchema | undefined = object?.properties?.[name];
    object = field?.items ?? field;
    return required;
  });
}

describe.each(Object.entries(facts.variables))("of %s policies", (name, known) => {
  const protocol = name as Protocol;

  test("every variable is in the catalogue, as the facts have it", () => {
    const wrong = known.filter((fact) =>
      fact.examplesOnly === true
        ? catalogueNames.has(fact.name)
        : fact.name.includes("[")
          ? !isRecordField(fact)
          : !isVariable(fact, protocol),
    );
    expect(known.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  test("no variable is there that is only listed for other protocols, unless it is unsure", () => {
    const names = new Set(known.map((fact) => fact.name));
    const wrong = variables.filter(
      (variable) =>
        variable.protocols.includes(protocol) &&
        !names.has(variable.name) &&
        allNames.has(variable.name) &&
        variable.unsure === undefined,
    );
    expect(wrong).toEqual([]);
  });
});

function isVariable(fact: VariableFact, protocol: Protocol): boolean {
  const variable = variables.find((one) => one.name === fact.name);
  return (
    variable !== undefined &&
    variable.type === typeOf(fact) &&
    variable.setBy === fact.setBy &&
    variable.protocols.includes(protocol) &&
    variable.sections.join() === directionsOf(fact).join() &&
    (fact.unsure === undefined || variable.unsure !== undefined) &&
    isOfItsEra(variable, fact)
  );
}

function isOfItsEra({ renamedTo, outdated, unsure }: VariableDefinition, fact: VariableFact) {
  const isOld = renamedTo !== undefined || outdated !== undefined;
  // A name of today may be listed for one of its protocols in an earlier era only.
  return fact.eras.includes("snake2") ? !isOld : isOld || unsure !== undefined;
}

function isRecordField(fact: VariableFact): boolean {
  return recordField(fact.name)?.type === typeOf(fact);
}

/** The field of a record that `req.cookies[k][i].name` is. */
function recordField(name: string): RecordField | undefined {
  const [, list = "", field = ""] = /^([\w.]+)(?:\[\w\])+\.(\w+)$/.exec(name) ?? [];
  const type = variables.find((one) => one.name === list)?.type ?? "";
  const record = [...records.values()].find((one) => type.includes(`list(${one.name})`));
  return record?.fields.find((one) => one.name === field);
}

function directionsOf({ inbound, outbound }: VariableFact): string[] {
  return [...(inbound ? ["inbound"] : []), ...(outbound ? ["outbound"] : [])];
}

function typeOf({ celType, unsure = [] }: VariableFact): string {
  // It is listed as a map of texts, and known to hold other values as well.
  const isOpen = unsure.some((reason) => reason.startsWith("typed map of strings"));
  return isOpen ? "map(string, dyn)" : celType.replaceAll(",", ", ");
}

describe("what may be missing", () => {
  const { documented, documentedFunctions, inferred } = facts.absences;
  const absenceOf = (name: string): Absence | undefined =>
    (name.includes("[") ? recordField(name) : variables.find((one) => one.name === name))?.missing;

  test("what is documented to be missing is in the catalogue", () => {
    const missing = documented.filter(({ kind }) => kind === "missing").map(({ name }) => name);
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.filter((name) => absenceOf(name)?.isInferred !== undefined)).toEqual([]);
    expect(missing.filter((name) => absenceOf(name) === undefined)).toEqual([]);
  });

  test("what is empty instead of missing has a value", () => {
    const empty = documented.filter(({ kind }) => kind === "empty");
    expect(empty.filter(({ name }) => absenceOf(name) !== undefined)).toEqual([]);
  });

  test("what is inferred to be missing is marked so", () => {
    // A field of an extension is there when the extension is.
    const missing = inferred.filter(({ name }) => !name.includes(".extensions[i]."));
    expect(missing.filter(({ name }) => absenceOf(name)?.isInferred !== true)).toEqual([]);
  });

  test("nothing of today is missing beside that", () => {
    const known = new Set([...documented, ...inferred].map(({ name }) => name));
    const more = variables.filter(
      ({ name, missing, renamedTo, setBy }) =>
        missing !== undefined && renamedTo === undefined && setBy === undefined && !known.has(name),
    );
    expect(more).toEqual([]);
  });

  test.each(documentedFunctions)("the result of $name is", ({ name, guard }) => {
    const definition = functions.get(name);
    expect(definition?.missing).toBeDefined();
    expect(functions.has(guard.replace(/\(.*/, ""))).toBe(true);
    expect(functions.get(guard.replace(/\(.*/, ""))?.reads).toEqual(definition?.reads);
  });
});

describe("functions", () => {
  test.each(facts.functions)("$name is in the catalogue, as the facts have it", (fact) => {
    const found = functions.get(fact.name);
    expect({ ...found, unsure: found?.unsure !== undefined }).toMatchObject({
      overloads: [{ parameters: fact.params, returns: fact.returns }],
      protocols: fact.protocols,
      sections: fact.directions,
      ...(fact.unsure && { unsure: true }),
    });
    expect(found?.headerName).toBe(fact.note === undefined ? undefined : "canonical");
  });
});

test("since when names are documented is in the catalogue, of those and no others of which it is known", () => {
  const days = Object.values(facts.variables)
    .flat()
    .filter(({ name }) => !name.includes("["))
    .flatMap(({ name, documented }) => (documented ? [{ name, day: documented[0] }] : []))
    .toSorted((one, other) => other.day.localeCompare(one.day));
  const since = Object.entries(facts.actions).flatMap(([name, { since: day }]) =>
    day === undefined ? [] : [{ name, day }],
  );
  const expected = new Map([...days, ...since].map(({ name, day }) => [name, day]));
  const { documentedSince = new Map<string, string>() } = directionsDialect;
  for (const [name, day] of expected)
    expect([name, documentedSince.get(name)]).toEqual([name, day]);
  expect(documentedSince.size).toBe(expected.size);
});
