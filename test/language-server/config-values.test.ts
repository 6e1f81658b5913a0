import { describe, expect, test } from "vitest";
import type { Hover, InlayHint } from "vscode-languageserver";
import {
  dialectNamed,
  type ActionDefinition,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { valueAt } from "@traffic-policy/policy-language/internal";
import { stringify } from "yaml";
import { textAt, withoutLink } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

const writings = [
  { language: "json", write: (policy: object) => JSON.stringify(policy) },
  { language: "yaml", write: (policy: object) => stringify(policy) },
];

/** A field of an action by what the catalogue says of it, with a value and what that means. */
interface Field {
  readonly type: string;
  readonly section: string;
  readonly path: readonly string[];
  readonly value: string;
  readonly said: string;
}

function fieldsOf({ type, sections, formats = {}, ...action }: ActionDefinition): Field[] {
  const [section = ""] = Object.values(sections).flat();
  const field = (name: string, value: string, said: string): Field => ({
    type,
    section,
    path: name.split("."),
    value,
    said,
  });
  return [
    ...Object.entries(formats).flatMap(([name, format]) => {
      if (format === "cidr") return [field(name, "10.0.0.0/24", "256 addresses: `10.0.0.0` to ")];
      return typeof format === "object" ? [field(name, "90s", "1 minute 30 seconds")] : [];
    }),
    ...action.regularExpressions.map((name) =>
      field(name, "a{3}", "It matches, for example, in `aaa`."),
    ),
  ];
}

const dialects = [await dialectNamed("directions"), await dialectNamed("phases")];
const fields = dialects.flatMap(({ actions }) => [...actions.values()].flatMap(fieldsOf));

/** A config with a marked value in a field, and in lists where the schema has lists. */
function configWith({ type, path, value }: Field): JsonValue {
  const { config } = dialects.flatMap(({ actions }) => actions.get(type) ?? [])[0] ?? {};
  let written: JsonValue = value.slice(0, 1) + mark + value.slice(1);
  for (let length = path.length; length > 0; length--) {
    const names = path.slice(0, length);
    const pointer = names.map((name) => `/properties/${name}`).join("/items");
    const schema = valueAt(config as unknown as JsonValue, pointer) as { readonly type?: string };
    const name = names.at(-1) ?? "";
    written = { [name]: schema.type === "array" ? [written] : written };
  }
  return written;
}

describe.each(writings)("in $language", ({ language, write }) => {
  /** What is said of the marked value in the config of an action, and where. */
  async function hover(
    section: string,
    action: object,
  ): Promise<readonly [about: string, said: string] | undefined> {
    const uri = `file:///work/web.policy.${language}`;
    const { text, position } = unmarked(write({ [section]: [{ actions: [action] }] }));
    const editor = await TestEditor.start();
    await editor.open(uri, text);
    const found = await editor.request<Hover | null>("textDocument/hover", uri, { position });
    await editor.close();
    if (!found?.range) return undefined;
    const { value } = found.contents as { readonly value: string };
    return [textAt(text, found.range, "utf-16").replaceAll('"', ""), value];
  }

  test.each(fields)("the value of $path of $type is explained", async (field) => {
    const { type, section, value, said } = field;
    const found = await hover(section, { type, config: configWith(field) });
    expect(found?.[0]).toBe(value);
    expect(found?.[1].startsWith(said)).toBe(true);
  });

  test("durations and CIDRs have hints, for those who want them", async () => {
    const uri = `file:///work/web.policy.${language}`;
    const limit = { type: "rate-limit", config: { name: "90s", rate: "90s" } };
    const ips = { type: "restrict-ips", config: { allow: ["10.0.0.0/24", "a"], deny: [] } };
    const plain = { type: "rate-limit", config: { rate: "1m" } };
    const text = write({ inbound: [{ actions: [limit, ips, plain] }] });
    const end = { line: 1000, character: 0 };
    const ask = async (initializationOptions: object): Promise<InlayHint[]> => {
      const editor = await TestEditor.start({ initializationOptions });
      await editor.open(uri, text);
      return editor
        .request<InlayHint[]>("textDocument/inlayHint", uri, {
          range: { start: { line: 0, character: 0 }, end },
        })
        .finally(() => editor.close());
    };
    const found = await ask({ inlayHints: { enabled: true } });
    const shown = found.map(({ label, position }) => {
      const range = { start: { line: position.line, character: 0 }, end: position };
      return [
        textAt(text, range, "utf-16")
          .split(/[ "]+/)
          .findLast((part) => part !== ""),
        label,
      ];
    });
    expect(shown).toEqual([
      ["90s", "1 minute 30 seconds"],
      ["10.0.0.0/24", "256 addresses"],
    ]);
    expect(await ask({})).toEqual([]);
  });

  test("of a value that has one, the description follows", async () => {
    const found = await hover("inbound", { type: "rate-limit", config: { rate: `60${mark}s` } });
    expect(withoutLink(found?.[1])).toBe(
      "1 minute\n\nThe duration, such as `60s`: from `60s` to `24h` in steps of `10s`.",
    );
  });

  test.each<[type: string, config: object]>([
    ["add-headers", { headers: { rate: `90${mark}s`, allow: "10.0.0.0/8" } }],
    ["restrict-ips", { ip_policies: [`10.0.0${mark}.0/8`] }],
    ["restrict-ips", { allow: [`10.0.0${mark}`] }],
    ["redirect", { from: "/", to: `a{3}${mark}` }],
    ["redirect", { from: `\${req.host}a${mark}` }],
    ["unknown", { rate: `90${mark}s` }],
  ])("of %s, no meaning of %j is guessed", async (type, config) => {
    const found = await hover("inbound", { type, config });
    expect(found?.[1] ?? "").not.toMatch(/^(?:\d|It matches)/);
  });
});

test.each([
  ["custom-response", "status_code", 503, "Service Unavailable\n\n"],
  ["deny", "status_code", 404, "Not Found\n\n"],
  ["redirect", "status_code", 308, "Permanent Redirect\n\n"],
  ["rate-limit", "capacity", 404, "How many requests"],
])("of %s, %s is explained: %d is %s", async (type, field, value, said) => {
  const uri = "file:///work/web.policy.yaml";
  const { text, position } = unmarked(
    `inbound:\n  - actions:\n      - type: ${type}\n        config:\n          ${field}: ${mark}${value}\n`,
  );
  const editor = await TestEditor.start();
  await editor.open(uri, text);
  const found = await editor.request<Hover>("textDocument/hover", uri, { position });
  await editor.close();
  const { value: markdown } = found.contents as { readonly value: string };
  expect(markdown.startsWith(said)).toBe(true);
});
