import type { applyToJson, JsonValue, Span } from "@traffic-policy/policy-language";
import type { YamlTrees } from "@traffic-policy/policy-language/tree";

/** The name of an anchor, without its sign. */
export interface YamlAnchor extends Span {
  readonly name: string;
  /** Whether the name is given there, and not referred to. */
  readonly isDefinition: boolean;
}

/** What reads and writes YAML. */
export interface YamlReader extends YamlTrees {
  /** Whether a text has a syntax error. */
  readonly isBroken: (text: string) => boolean;
  /** The anchors of a text and what refers to them. */
  readonly anchors: (text: string) => readonly YamlAnchor[];
  /** A value in lines of its own, or in brackets. */
  readonly text: (value: JsonValue, style: "lines" | "brackets") => string;
  /** A text as it can stand anywhere in a document: with quotes where it needs some. */
  readonly plainOrQuoted: (text: string) => string;
  /** Applies fixes to a text. */
  readonly apply: typeof applyToJson;
}
