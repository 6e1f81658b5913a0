import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument, stringify } from "yaml";
import {
  jsonSections,
  placeAt,
  type Section,
  type TextNode,
  type TreeNode,
  wholeTree,
} from "@traffic-policy/policy-language/editing";
import { policySpans } from "../../packages/language-server/src/documents/policy-spans.ts";
import { TreeMemory } from "../../packages/language-server/src/documents/tree-memory.ts";
import { yaml } from "../../packages/language-server/src/documents/yaml.ts";
import type { Span } from "@traffic-policy/policy-language";
import { countedYaml } from "./counted-yaml.ts";
import { yamlSections } from "@traffic-policy/policy-language/yaml";
import { damaged, damages, written, type Language } from "../long-documents.ts";
import { seeded } from "../seeded.ts";

// Of a long document each rule is parsed by itself; nobody may notice.

/** What reads a document that is not JSON. */
const readerOf = (language: string) => (language === "yaml" ? yaml : undefined);

/** All keys and texts of a tree, with all that is known of them. */
function textsOf(root: TreeNode | undefined): object[] {
  const found: object[] = [];
  const add = (node: TextNode, path: string, isKey: boolean): void => {
    const { start, end, value, style } = node;
    const all = [0, 1, 3, value.length - 1, value.length].filter(
      (at) => 0 <= at && at <= value.length,
    );
    const ranges = all.flatMap((from) =>
      all.filter((to) => to >= from).map((to) => node.range({ start: from, end: to })),
    );
    const shown = value.length > 200 ? `${value.slice(0, 20)} (${value.length})` : value;
    found.push({ path, isKey, start, end, value: shown, style, ranges });
  };
  const below = (node: TreeNode, path: string): void => {
    if (node.kind === "text") add(node, path, false);
    else if (node.kind === "list") {
      for (const [index, item] of node.items.entries()) below(item, `${path}/${index}`);
    } else if (node.kind === "object") {
      for (const { key, value } of node.members) {
        add(key, `${path}/${key.value}`, true);
        if (value !== undefined) below(value, `${path}/${key.value}`);
      }
    }
  };
  if (root !== undefined) below(root, "");
  return found;
}

/** What is at places in and around the texts of a tree, by another one. */
function placesOf(root: TreeNode | undefined, offsets: Iterable<number>): string[] {
  return [...offsets].map((offset) => {
    if (root === undefined) return `${offset} nothing`;
    const { path, isKey, node } = placeAt(root, offset);
    return node.kind === "text"
      ? `${offset} ${JSON.stringify(path)} ${isKey} ${JSON.stringify(node.value.slice(0, 50))} ${node.start}-${node.end}`
      : `${offset} no text`;
  });
}

function offsetsAround(texts: readonly object[]): Set<number> {
  const spans = texts as readonly { readonly start: number; readonly end: number }[];
  return new Set(
    spans.flatMap(({ start, end }) => [
      start - 1,
      start,
      start + 1,
      (start + end) >> 1,
      end,
      end + 1,
    ]),
  );
}

/** Everything of a tree but the place of its root. */
function shapeOf(node: TreeNode | undefined): unknown {
  if (node === undefined) return undefined;
  const { start, end, kind } = node;
  switch (kind) {
    case "object":
      return {
        start,
        end,
        members: node.members.map(({ key, value }) => [
          key.value,
          key.start,
          key.end,
          shapeOf(value),
        ]),
      };
    case "list":
      return { start, end, items: node.items.map((item) => shapeOf(item)) };
    default:
      return { start, end, kind, value: String(node.value).slice(0, 200) };
  }
}

function isBroken(text: string, language: Language): boolean {
  if (language === "yaml") {
    // The parser sees no mistake in some quotes that are closed by an escaped one, where another one follows.
    const rules = yamlSections(text)?.flatMap(({ items }) => items) ?? [];
    const parts = [text, ...rules.map(({ start, end }) => text.slice(start, end))];
    return parts.some((part) => parseDocument(part, { uniqueKeys: false }).errors.length > 0);
  }
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/**
 * What the texts of a broken document are when each rule is one by itself: a quote that is not closed in one of
 * them, say, leaves the others as they are.
 */
function alone(text: string, language: Language, sections: readonly Section[]): object[] {
  return sections.flatMap(({ key, items }) => {
    const quotes = language === "json" ? 1 : 0;
    const name = text.slice(key.start + quotes, key.end - quotes);
    const member = `${text.slice(key.start, key.end)}: 1`;
    const own = wholeTree(language === "json" ? `{${member}}` : member, readerOf(language));
    return [
      shifted(textsOf(own)[0] ?? {}, key.start - quotes, `/${name}`),
      ...items.flatMap(({ start, end }, index) => {
        const tree = wholeTree(text.slice(start, end), readerOf(language));
        const item = language === "yaml" && tree?.kind === "list" ? tree.items[0] : tree;
        return textsOf(item).map((one) => shifted(one, start, `/${name}/${index}`));
      }),
    ];
  });
}

/** What is known of a text, at another place. */
function shifted(known: object, by: number, path: string): object {
  const {
    start,
    end,
    ranges,
    path: own,
    isKey,
    ...rest
  } = known as {
    readonly start: number;
    readonly end: number;
    readonly ranges: readonly Span[];
    readonly path: string;
    readonly isKey: boolean;
  };
  return {
    ...rest,
    isKey,
    path: isKey && own.lastIndexOf("/") === 0 && path.lastIndexOf("/") === 0 ? path : path + own,
    start: start + by,
    end: end + by,
    ranges: ranges.map((range) => ({ start: range.start + by, end: range.end + by })),
  };
}

/** Keys of what holds policies, before those of a policy. */
const beside = fc.constantFrom(
  { json: "", yaml: "" },
  {
    json: '"version": 3, "endpoints": [{"traffic_policy": {}}], ',
    yaml: "version: 3\nendpoints:\n  - traffic_policy: {}\n",
  },
  {
    json: '"version": [{}], "endpoints": [{"traffic_policy": {}}], ',
    yaml: "version:\n  - {}\nendpoints:\n  - traffic_policy: {}\n",
  },
  {
    json: '"apiVersion": "ngrok.com/v1", "kind": "TrafficPolicy", "spec": {"policy": {}}, ',
    yaml: "apiVersion: ngrok.com/v1\nkind: TrafficPolicy\nspec:\n  policy: {}\n",
  },
);

/** Reads all of each document. */
class WholeMemory extends TreeMemory {
  override keysOf(): undefined {
    return undefined;
  }
}

describe("a long document whose rules are parsed one by one", () => {
  test("is the same tree when nothing is wrong with it", () => {
    seeded(
      fc.property(written, ({ language, text }) => {
        const tree = new TreeMemory(readerOf(language)).treeOf(text);
        const whole = wholeTree(text, readerOf(language));
        const members = (root: TreeNode | undefined): unknown =>
          root?.kind === "object" &&
          root.members.map(({ key, value }) => [key.value, shapeOf(value)]);
        expect(members(tree)).toEqual(members(whole));
        expect(textsOf(tree)).toEqual(textsOf(whole));
      }),
      150,
      3000,
      30,
    );
  });

  test("has the same texts at the same places when it is damaged", () => {
    seeded(
      fc.property(written, damages, ({ language, text: before }, damage) => {
        const text = damaged(before, damage);
        const memory = new TreeMemory(readerOf(language));
        memory.treeOf(before);
        const tree = memory.treeOf(text);
        const whole = wholeTree(text, readerOf(language));
        const sections = language === "json" ? jsonSections(text) : yamlSections(text);
        const expected =
          sections === undefined || !isBroken(text, language)
            ? textsOf(whole)
            : alone(text, language, sections);
        const texts = textsOf(tree);
        expect(texts).toEqual(expected);
        const offsets = offsetsAround(texts);
        const other = isBroken(text, language) ? tree : whole;
        expect(placesOf(tree, offsets)).toEqual(placesOf(other, offsets));
        for (const { start, end } of texts as readonly Span[]) {
          expect(0 <= start && start <= end && end <= text.length).toBe(true);
        }
      }),
      300,
      10_000,
      30,
    );
  });

  test("is a text that the parsers of JSON and YAML understand, before it is damaged", () => {
    seeded(
      fc.property(written, ({ language, text }) => {
        const { errors } = parseDocument(text);
        expect(language === "json" ? JSON.parse(text) : errors).toBeDefined();
        expect(language === "yaml" ? errors : []).toEqual([]);
      }),
      50,
    );
  });

  test("holds the same policies as when all of it is read", () => {
    seeded(
      fc.property(written, beside, damages, ({ language, text }, keys, damage) => {
        const all = language === "json" ? text.replace("{", `{${keys.json}`) : keys.yaml + text;
        for (const one of [all, damaged(all, damage)]) {
          const spans = policySpans(one, new TreeMemory(readerOf(language)));
          expect(spans).toEqual(policySpans(one, new WholeMemory(readerOf(language))));
        }
      }),
      300,
      10_000,
      30,
    );
  });

  test("is not read as a whole to find policies", () => {
    const rules = Array.from({ length: 200 }, (_, index) => ({
      name: `rule ${index}`,
      actions: [{ type: "deny" }],
    }));
    const value = { on_http_request: rules };
    expect(new TreeMemory(undefined).keysOf(JSON.stringify(value))).toEqual(["on_http_request"]);
    const { reader, read } = countedYaml();
    const memory = new TreeMemory(reader);
    expect(memory.keysOf(stringify(value))).toEqual(["on_http_request"]);
    expect(policySpans(stringify(value), memory)).toBeUndefined();
    expect(read).toEqual([]);
  });
});
