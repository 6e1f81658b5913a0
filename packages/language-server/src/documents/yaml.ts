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

export interface YamlAnchor extends Span {
  readonly name: string;
  /** True for the anchor itself, false for an alias. */
  readonly isDefinition: boolean;
}

export type YamlReader = typeof yaml;

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

function yamlText(value: JsonValue, style: "lines" | "brackets"): string {
  const options = style === "brackets" ? ({ collectionStyle: "flow" } as const) : {};
  return stringify(value, { ...options, lineWidth: 0 }).trimEnd();
}

function plainOrQuoted(text: string): string {
  // In brackets, most signs mean something.
  const options = { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 } as const;
  return stringify([text], options).trimEnd().slice(1, -1);
}

/** Returns the content of a text without style and comments: equal for two texts that mean the same. */
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
