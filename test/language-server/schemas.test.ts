import { describe, expect, test } from "vitest";
import { CompletionItemKind, type CompletionItem, type Hover } from "vscode-languageserver";
import { stringify } from "yaml";
import { dialectNamed, policySchema, type JsonSchema } from "@traffic-policy/policy-language";
import { caseFileSchema } from "@traffic-policy/policy-engine/formats";
import { assertionFileSchema } from "@traffic-policy/policy-proof/formats";
import { publishedSchema } from "../../packages/cli/src/configuration/published-schema.ts";
import { complete } from "./completion-editor.ts";
import { hostHere, TestEditor } from "./editor.ts";
import { withoutLink } from "./client-text.ts";
import { mark, unmarked } from "./syntaxes.ts";

// What an editor offers in configs of actions, cases, assertions and configurations is what their schemas have, wherever that can stand.

type Path = readonly (string | number)[];

/** A place of a document, and what may stand there. */
interface Place {
  readonly path: Path;
  readonly schemas: readonly JsonSchema[];
  /** The type of the action that it is in the config of. */
  readonly type?: string;
}

/** All places that a schema describes. */
function placesOf(root: JsonSchema): Place[] {
  const found: Place[] = [];
  const add = (path: Path, given: JsonSchema): void => {
    const schemas = alternatives(given, root);
    found.push({ path, schemas });
    const keys = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)));
    for (const key of keys) {
      const parts = schemas.flatMap(({ properties }) => properties?.[key] ?? []);
      add([...path, key], { anyOf: parts });
    }
    for (const schema of schemas) {
      const { items, prefixItems = [], additionalProperties: any, patternProperties = {} } = schema;
      const [item = items] = prefixItems;
      if (item !== undefined) add([...path, 0], item);
      const [free = any] = Object.values(patternProperties);
      if (typeof free === "object") add([...path, "mine"], free);
    }
  };
  add([], root);
  return found;
}

function alternatives(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const { $ref, anyOf = [], allOf = [] } = schema;
  const named = $ref === undefined ? [] : [root.$defs?.[$ref.slice("#/$defs/".length)] ?? {}];
  return [schema, ...[...anyOf, ...allOf, ...named].flatMap((one) => alternatives(one, root))];
}

function keysOf({ schemas }: Place): Map<string, JsonSchema[]> {
  const keys = new Map<string, JsonSchema[]>();
  for (const { properties = {} } of schemas) {
    for (const [key, one] of Object.entries(properties))
      if (one.deprecated !== true) keys.set(key, [...(keys.get(key) ?? []), one]);
  }
  return keys;
}

/** A document with something at a path. */
function documentWith(path: Path, value: unknown, type?: string): unknown {
  return path.reduceRight<unknown>((inner, key) => {
    if (typeof key === "number") return [inner];
    return key === "config" && type !== undefined ? { type, config: inner } : { [key]: inner };
  }, value);
}

/** The places in the configs of all actions of a dialect. */
async function configsOf(name: "directions" | "phases"): Promise<Place[]> {
  const dialect = await dialectNamed(name);
  const { $defs = {} } = policySchema(dialect);
  return [...dialect.actions.values()].flatMap(({ type, sections }) => {
    const [section = ""] = Object.values(sections).flat();
    return placesOf({ ...$defs[type], $defs }).map(({ path, schemas }) => ({
      path: [section, 0, "actions", 0, "config", ...path],
      schemas,
      type,
    }));
  });
}

interface Kind {
  readonly what: string;
  readonly name: string;
  readonly places: readonly Place[];
  readonly schema: JsonSchema;
}

const kinds: readonly Kind[] = [
  ...Object.entries({
    "web.cases": caseFileSchema as JsonSchema,
    "web.assertions": assertionFileSchema as JsonSchema,
    "traffic-policy.config": publishedSchema(),
  }).map(([name, schema]) => ({ what: name, name, schema, places: placesOf(schema) })),
  ...(await Promise.all(
    (["directions", "phases"] as const).map(async (name) => ({
      what: `the configs of actions of ${name}`,
      name: "web.policy",
      schema: {},
      places: await configsOf(name),
    })),
  )),
];

const written = {
  json: (value: unknown) => JSON.stringify(value),
  yaml: (value: unknown) => stringify(value, { lineWidth: 0 }),
};

/** Whether it is a key of the object at its place, and not of an item of a list that may be there. */
function isKey({ kind, label }: CompletionItem): boolean {
  return kind === CompletionItemKind.Property && !label.startsWith("- ");
}

describe.each(kinds)("of $what", ({ name, schema, places }) => {
  describe.each(["json", "yaml"] as const)("in %s", (language) => {
    /** Asks about the place of the mark, of one text after the other. */
    async function ask<Result>(method: string, texts: readonly string[]): Promise<Result[]> {
      const host = await hostHere();
      const editor = await TestEditor.start({
        host: {
          ...host,
          check: async (uri) => ({ findings: { [uri]: [] } }),
          policiesOf: async () => [],
        },
      });
      const uri = `file:///work/${name}.${language}`;
      await editor.open(uri, "");
      const results: Result[] = [];
      for (const marked of texts) {
        const { text, position } = unmarked(marked);
        await editor.change(uri, [{ text }]);
        results.push(await editor.request<Result>(`textDocument/${method}`, uri, { position }));
      }
      await editor.close();
      return results;
    }

    const pathText = (path: Path): string => `/${path.join("/")}`;

    test("each object is offered its keys", async () => {
      const objects = places.filter((place) => keysOf(place).size > 0);
      expect(objects.length).toBeGreaterThan(5);
      const texts = objects.map(({ path, type }) => {
        const text = written[language](documentWith(path, { [mark]: null }, type));
        return text
          .replace(new RegExp(`(${mark}"?): null`), "$1")
          .replace(`${mark}":null`, `${mark}"`);
      });
      const found = await ask<CompletionItem[]>("completion", texts);
      const offered = objects.map(({ path }, index) => [
        pathText(path),
        (found[index] ?? [])
          .filter(isKey)
          .map(({ label }) => label)
          .toSorted(),
      ]);
      expect(offered).toEqual(
        objects.map((place) => [pathText(place.path), [...keysOf(place).keys()].toSorted()]),
      );
    });

    test("what is there already is not offered", async () => {
      const objects = places.filter((place) => keysOf(place).size > 0);
      const texts = objects.map((place) => {
        const [first = ""] = keysOf(place).keys();
        const text = written[language](
          documentWith(place.path, { [first]: null, [mark]: null }, place.type),
        );
        return text.replace(new RegExp(`(${mark}"?): ?null`), "$1");
      });
      const found = await ask<CompletionItem[]>("completion", texts);
      const offered = objects.map((place, index) => {
        const [first = ""] = keysOf(place).keys();
        return [pathText(place.path), (found[index] ?? []).some(({ label }) => label === first)];
      });
      expect(offered).toEqual(objects.map(({ path }) => [pathText(path), false]));
    });

    test("each key is explained by its description", async () => {
      const keys = places.flatMap((place) =>
        [...keysOf(place)].map(([key, schemas]) => ({
          ...place,
          path: [...place.path, key],
          schemas,
        })),
      );
      const texts = keys.map(({ path, type }) => {
        const key = String(path.at(-1));
        return written[language](
          documentWith(path.slice(0, -1), { [key.slice(0, 1) + mark + key.slice(1)]: null }, type),
        );
      });
      const found = await ask<Hover | null>("hover", texts);
      const said = keys.map(({ path }, index) => [
        pathText(path),
        withoutLink((found[index]?.contents as { value?: string } | undefined)?.value),
      ]);
      expect(said).toEqual(
        keys.map(({ path, schemas }) => {
          const all = schemas.flatMap((one) => alternatives(one, schema));
          return [
            pathText(path),
            all.find(({ description }) => description !== undefined)?.description,
          ];
        }),
      );
      expect(said.filter(([, text]) => text === undefined)).toEqual([]);
    });

    test("each value that is named is offered", async () => {
      const valued = places.flatMap(({ path, schemas, type: action }) => {
        const values = schemas.flatMap(
          ({ enum: some = [], const: one, examples = [], type = [] }) => [
            ...some,
            ...examples.filter((example) => typeof example === "string"),
            ...(one === undefined ? [] : [one]),
            ...([type].flat().includes("boolean") ? [true, false] : []),
          ],
        );
        return values.length > 0 ? [{ path, action, values: [...new Set(values)] }] : [];
      });
      expect(valued).not.toEqual([]);
      const empty = valued.map(({ path, action }) =>
        written[language](documentWith(path, mark, action)).replace(`"${mark}"`, mark),
      );
      const found = await ask<CompletionItem[]>("completion", empty);
      const offered = valued.map(({ path }, index) => [
        pathText(path),
        (found[index] ?? [])
          .filter((item) => !isKey(item))
          .map(({ label }) => label)
          .toSorted(),
      ]);
      expect(offered).toEqual(
        valued.map(({ path, values }) => [
          pathText(path),
          values.map((one) => String(one)).toSorted(),
        ]),
      );
    });
  });
});

test.each([
  ["traffic-policy.config.json", `{"service": {"emulator": "a", "${mark}"}}`, ["versionHeader"]],
  [
    "traffic-policy.config.yaml",
    `service:\n  apiKeyFile: key\n  ${mark}`,
    ["baseUrl", "versionHeader"],
  ],
  // Below a key, and not beside it.
  ["web.cases.yaml", `cases:\n  - name: a\n    expect: ${mark}`, []],
  ["web.cases.yaml", `cases: [{ name: a, expect: ${mark} }]`, []],
  ["web.cases.yaml", `cases: [{ name: a, expect:\n    ${mark}\n  }]`, []],
])("in %s, at %j, only keys are offered that can stand there", async (name, marked, expected) => {
  const { items } = await complete(name, marked);
  expect(items.filter(isKey).map(({ label }) => label)).toEqual(expected);
});
