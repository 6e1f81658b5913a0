import type { JsonValue } from "../../json-value.ts";
import type { Span } from "../../text/positions.ts";
import { Remembered } from "../../text/remembered.ts";
import type { DocumentError } from "../document-error.ts";
import type { ParsedDocument } from "../policy-source.ts";
import { ObjectReader } from "../strict-value.ts";
import { moved, treeByRule, type Section } from "../tree/by-rule.ts";
import { DocumentPositions } from "../tree/positions.ts";
import { nodeAt, nothing, type TreeNode } from "../tree/tree.ts";
import { resolvePlain } from "./core-schema.ts";
import { parseYaml } from "./parse-yaml.ts";
import { yamlSections } from "./yaml-sections.ts";

/** The length, in characters, below which parsing a whole text is fast enough. */
const shortText = 4000;

/** Turns a rule into a document in which it has the same depth as in its own. */
const before = "_:\n";
const toRule = ["_", 0];

/**
 * Parses the versions of one YAML document, one after the other. Of a long one, each rule is parsed by itself, and
 * what is written as in the version before is not parsed again. What comes out is what {@link parseYaml} gives, with
 * one difference: rules that are written alike may be one object.
 */
export class YamlVersions {
  /** By the text of the rule; null where it has to be parsed with what is around it. */
  readonly #rules = new Remembered<ParsedRule | null>();

  /** Parses the next version. Never throws. */
  parse(text: string): ParsedDocument {
    const sections = text.length > shortText ? yamlSections(text) : undefined;
    if (sections === undefined || !sections.every(({ key }) => isName(text, key))) {
      return parseYaml(text);
    }
    this.#rules.next();
    return this.#assembled(text, sections) ?? parseYaml(text);
  }

  /** The document of its rules; nothing when one of them is not what it seems. */
  #assembled(text: string, sections: readonly Section[]): ParsedDocument | undefined {
    const object = new ObjectReader();
    const errors: DocumentError[] = [];
    const rules = new Map<Span, ParsedRule>();
    for (const { key, items } of sections) {
      const name = text.slice(key.start, key.end);
      const duplicate = object.key(name, key, []);
      if (duplicate !== undefined) errors.push(duplicate);
      const values: JsonValue[] = [];
      for (const item of items) {
        const rule = this.#rule(text.slice(item.start, item.end));
        if (rule === null) return undefined;
        rules.set(item, rule);
        values.push(rule.value);
      }
      object.set(name, values);
    }
    const root = treeByRule(text, sections, 0, (item) =>
      moved(rules.get(item)?.node ?? nothing(item), item.start - before.length),
    );
    return { value: object.value, errors, positions: new DocumentPositions(root) };
  }

  #rule(text: string): ParsedRule | null {
    // Put together, it is a text of its own, which does not keep the whole one.
    const own = before + text;
    return this.#rules.of(own, () => parsedRule(own));
  }
}

/** A rule whose tree is parsed when a place in it is needed: most rules never need it, and trees take much memory. */
class ParsedRule {
  readonly value: JsonValue;
  readonly #text: string;
  #node: TreeNode | undefined;

  constructor(text: string, value: JsonValue) {
    this.#text = text;
    this.value = value;
  }

  get node(): TreeNode | undefined {
    this.#node ??= nodeAt(parseYaml(this.#text).positions.root, toRule);
    return this.#node;
  }
}

function parsedRule(text: string): ParsedRule | null {
  const { value, errors } = parseYaml(text);
  const { _: rules } = (value ?? {}) as { readonly _?: unknown };
  if (errors.length > 0 || !Array.isArray(rules)) return null;
  const [rule, another] = rules as readonly (JsonValue | undefined)[];
  const isOnly = rule !== null && rule !== undefined && another === undefined;
  return isOnly ? new ParsedRule(text, rule) : null;
}

function isName(text: string, { start, end }: Span): boolean {
  return typeof resolvePlain(text.slice(start, end)) === "string";
}
