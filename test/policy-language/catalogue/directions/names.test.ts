import { existsSync } from "node:fs";
import { directionsDialect } from "@traffic-policy/policy-language";
import { parseType } from "@traffic-policy/policy-language/internal";
import { describe, expect, test } from "vitest";

const { actions, namespaces, records, functions } = directionsDialect;
const variables = namespaces.flatMap((namespace) => namespace.variables);
const fields = [...records.values()].flatMap((record) => record.fields);

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

describe("the names of the catalogue", () => {
  test("are unique", () => {
    expect(repeated(variables.map(({ name }) => name))).toEqual([]);
    for (const record of records.values()) {
      expect(repeated(record.fields.map(({ name }) => name)), record.name).toEqual([]);
    }
  });

  test("begin with the name of their namespace", () => {
    for (const namespace of namespaces) {
      for (const { name } of namespace.variables) {
        expect(name.startsWith(`${namespace.name}.`), name).toBe(true);
      }
    }
  });

  test("of an earlier era lead to a name of today", () => {
    const current = variables.filter(({ renamedTo, outdated }) => !renamedTo && !outdated);
    const renamed = variables.filter(({ renamedTo }) => renamedTo !== undefined);
    const wrong = renamed.filter(({ renamedTo, type, protocols, unsure }) => {
      const today = current.find((variable) => variable.name === renamedTo);
      const isSame = today?.type === type || unsure !== undefined;
      return !isSame || !protocols.every((protocol) => today?.protocols.includes(protocol));
    });
    expect(renamed.length).toBeGreaterThan(30);
    expect(wrong).toEqual([]);
  });

  test("of an earlier era lead to a field of today in the same record", () => {
    const wrong = [...records.values()].flatMap((record) =>
      record.fields.filter(
        ({ renamedTo }) =>
          renamedTo !== undefined && !record.fields.some((field) => field.name === renamedTo),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("have types that are types, of known records only", () => {
    const overloads = [...functions.values()].flatMap((one) => one.overloads);
    const types = [
      ...[...variables, ...fields].map(({ type }) => type),
      ...overloads.flatMap(({ target, parameters, returns }) => [
        ...(target === undefined ? [] : [target]),
        ...parameters,
        returns,
      ]),
    ];
    for (const type of new Set(types)) {
      expect(() => parseType(type), type).not.toThrow();
      const words = type.match(/[a-z]\w*/g) ?? [];
      const standard =
        /^(bool|int|uint|double|string|bytes|null|timestamp|duration|dyn|list|map|type)$/;
      const unknown = words.filter((word) => !standard.test(word) && !records.has(word));
      expect(unknown, type).toEqual([]);
    }
  });
});

describe.each([...actions])("the action %s", (type, action) => {
  test("has a file and a test of its name", () => {
    const source = "../../../../packages/policy-language/src/catalogue/directions/actions";
    expect(existsSync(new URL(`${source}/${type}.ts`, import.meta.url))).toBe(true);
    expect(existsSync(new URL(`actions/${type}.test.ts`, import.meta.url))).toBe(true);
  });

  test("names only fields that its config has", () => {
    const { config, interpolated, regularExpressions, formats = {}, fieldProtocols = {} } = action;
    for (const field of [...interpolated, ...regularExpressions, ...Object.keys(fieldProtocols)]) {
      expect(Object.keys(config.properties)).toContain(field);
    }
    for (const path of Object.keys(formats)) {
      let schema: { properties?: Readonly<Record<string, object>> } | undefined = config;
      for (const part of path.split(".")) schema = schema?.properties?.[part];
      expect(schema, path).toBeDefined();
    }
  });
});
