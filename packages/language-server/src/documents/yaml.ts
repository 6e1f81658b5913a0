// What reads and writes YAML. It is loaded with the first document in it: nothing else may import it at once.
import {
  applyToYaml,
  yamlPolicySource,
  yamlSections,
  yamlTree,
} from "@traffic-policy/policy-language/yaml";
import { isSyntaxError } from "./syntax-error.ts";
import type { JsonValue, Span } from "@traffic-policy/policy-language";
import {
  Lexer,
  stringify,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  parseAllDocuments,
  visit,
} from "yaml";

export const yaml = {
  tree: yamlTree,
  isBroken: (text: string) => yamlPolicySource("", text).errors.some(isSyntaxError),
  sections: yamlSections,
  anchors: yamlAnchors,
  text: yamlText,
  plainOrQuoted,
  apply: applyToYaml,
};

/** The name of an anchor, without its sign. */
export interface YamlAnchor extends Span {
  readonly name: string;
  /** Whether the name is given there, and not referred to. */
  readonly isDefinition: boolean;
}

/** What reads and writes YAML. */
export type YamlReader = typeof yaml;

/** The anchors of a text and what refers to them. */
function yamlAnchors(text: string): YamlAnchor[] {
  if (!/[&*]/.test(text)) return [];
  const found: YamlAnchor[] = [];
  let offset = 0;
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    // Marks that the lexer puts before a scalar, a document and a flow end; no part of the text.
    if (token === "\u0002" || token === "\u0018" || token === "\u001F") {
      isText = token === "\u001F";
      continue;
    }
    const start = offset + 1;
    offset += token.length;
    if (!isText && /^[&*]./.test(token)) {
      const name = token.slice(1);
      found.push({ name, start, end: offset, isDefinition: token.startsWith("&") });
    }
    isText = false;
  }
  return found;
}

/** A value in lines of its own, or in brackets. */
function yamlText(value: JsonValue, style: "lines" | "brackets"): string {
  const options = style === "brackets" ? ({ collectionStyle: "flow" } as const) : {};
  return stringify(value, { ...options, lineWidth: 0 }).trimEnd();
}

/** A text as it can stand anywhere in a document: with quotes where it needs some. */
function plainOrQuoted(text: string): string {
  // In brackets, most signs mean something.
  const options = { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 } as const;
  return stringify([text], options).trimEnd().slice(1, -1);
}

/** All that a text says, whatever its style and its comments are: equal for two texts that mean the same. */
export function meaningOfYaml(text: string): string {
  const parts: unknown[] = [];
  for (const document of parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" })) {
    visit(document, {
      Node(_key, node) {
        const { anchor, tag } = node as { readonly anchor?: string; readonly tag?: string };
        parts.push([anchor, tag, isMap(node)]);
        if (isScalar(node)) parts.push(node.value);
        else if (isAlias(node)) parts.push(node.source);
        else if (isCollection(node)) parts.push(node.items.length);
      },
    });
  }
  return JSON.stringify(parts);
}
