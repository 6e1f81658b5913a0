import { fromPointer, toPointer } from "../../json-pointer.ts";
import type { Span } from "../../text/positions.ts";
import { Remembered } from "../../text/remembered.ts";
import { DocumentPositions } from "../placed-value.ts";
import type { ParsedDocument } from "../policy-source.ts";
import { TreeBuilder } from "../tree-builder.ts";
import { resolvePlain } from "./core-schema.ts";
import { parseYaml } from "./parse-yaml.ts";
import { yamlSections, type Section } from "./sections.ts";

/** Shorter texts are parsed as a whole in no time. */
const shortText = 4000;

/** Makes a document of a rule, in which it stands as deep as in its own. */
const before = "_:\n";
const toRule = ["_", "0"];

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
    const tree = new TreeBuilder();
    const rulesOf = new Map<string, readonly PlacedRule[]>();
    tree.beginObject(sections[0]?.key.start ?? 0);
    for (const { key, list, items } of sections) {
      const name = text.slice(key.start, key.end);
      tree.key(name, key);
      tree.beginList(list.start);
      const rules: PlacedRule[] = [];
      for (const { start, end } of items) {
        const rule = this.#rule(text.slice(start, end));
        if (rule === null) return undefined;
        const by = start - before.length;
        tree.place({ ...moved(rule.span, by), value: rule.value });
        rules.push({ rule, by });
      }
      rulesOf.set(name, rules);
      tree.end(endOf(rules));
    }
    tree.end(endOf([...rulesOf.values()].at(-1) ?? []));
    const positions = new PositionsByRule(tree, rulesOf);
    return { value: tree.root?.value, errors: tree.errors, positions };
  }

  #rule(text: string): ParsedRule | null {
    // Put together, it is a text of its own, which does not keep the whole one.
    const own = before + text;
    return this.#rules.of(own, () => parsedRule(own));
  }
}

/** A rule whose places are read when one is asked for: of most rules none is, and they take much memory. */
class ParsedRule {
  readonly value: NonNullable<ParsedDocument["value"]>;
  readonly span: Span;
  readonly #text: string;
  #positions: DocumentPositions | undefined;

  constructor(text: string, value: ParsedRule["value"], span: Span) {
    this.#text = text;
    this.value = value;
    this.span = span;
  }

  get positions(): DocumentPositions {
    this.#positions ??= parseYaml(this.#text).positions;
    return this.#positions;
  }
}

interface PlacedRule {
  readonly rule: ParsedRule;
  /** How far it is from where it was parsed. */
  readonly by: number;
}

function parsedRule(text: string): ParsedRule | null {
  const { value, errors, positions } = parseYaml(text);
  const { _: rules } = (value ?? {}) as { readonly _?: unknown };
  const span = positions.value(toPointer(toRule));
  if (errors.length > 0 || !Array.isArray(rules) || span === undefined) return null;
  const [rule, another] = rules as readonly (ParsedRule["value"] | null | undefined)[];
  const isOnly = rule !== null && rule !== undefined && another === undefined;
  return isOnly ? new ParsedRule(text, rule, span) : null;
}

/** Whether a key is text to the parser. */
function isName(text: string, { start, end }: Span): boolean {
  return typeof resolvePlain(text.slice(start, end)) === "string";
}

function endOf(rules: readonly PlacedRule[]): number {
  const last = rules.at(-1);
  return last === undefined ? 0 : last.rule.span.end + last.by;
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** Where the values of a document are whose rules were parsed by themselves. */
class PositionsByRule extends DocumentPositions {
  readonly #rules: ReadonlyMap<string, readonly PlacedRule[]>;

  constructor({ root }: TreeBuilder, rules: ReadonlyMap<string, readonly PlacedRule[]>) {
    super(root, (string) => string);
    this.#rules = rules;
  }

  override value(pointer: string): Span | undefined {
    return this.#inRule(pointer, (positions, own) => positions.value(own)) ?? super.value(pointer);
  }

  override key(pointer: string): Span | undefined {
    return this.#inRule(pointer, (positions, own) => positions.key(own)) ?? super.key(pointer);
  }

  override within(pointer: string, part: Span): Span | undefined {
    return (
      this.#inRule(pointer, (positions, own) => positions.within(own, part)) ??
      super.within(pointer, part)
    );
  }

  #inRule(
    pointer: string,
    find: (positions: DocumentPositions, pointer: string) => Span | undefined,
  ): Span | undefined {
    const [section = "", index = "", ...rest] = fromPointer(pointer);
    const placed = /^(?:0|[1-9]\d*)$/.test(index)
      ? this.#rules.get(section)?.[Number(index)]
      : undefined;
    const span = placed && find(placed.rule.positions, toPointer([...toRule, ...rest]));
    return span && moved(span, placed.by);
  }
}
