import { Lexer } from "yaml";
import type { Span } from "../../text/positions.ts";
import { mayHoldPolicy } from "../policy-shape.ts";
import { textPolicySource, type ParsedDocument, type PolicySource } from "../policy-source.ts";
import { yamlDocumentSpans } from "./document-spans.ts";
import { parseYaml, parseYamlDocuments } from "./parse-yaml.ts";
import type { YamlVersions } from "./yaml-versions.ts";

/**
 * Reads a policy document from the text of a YAML file. Never throws; see `errors`.
 *
 * @param versions - what is remembered of the versions before; without, the result is the same
 */
export function yamlPolicySource(
  file: string,
  text: string,
  versions?: YamlVersions,
): PolicySource {
  return sourceOf(file, text, versions?.parse(text) ?? parseYaml(text));
}

/**
 * Reads each YAML document of a file, as {@link yamlPolicySource} reads the one of a file. There is at least one,
 * and each has the comments of the whole file. Of several, those that are not wanted are null.
 *
 * @param isWanted - by default, what has a word of a policy
 */
export function yamlPolicySources(
  file: string,
  text: string,
  versions?: YamlVersions,
  isWanted: (text: string) => boolean = mayHoldPolicy,
): readonly PolicySource[] {
  const spans = yamlDocumentSpans(text);
  if (spans.length < 2) return [yamlPolicySource(file, text, versions)];
  return parseYamlDocuments(text, spans, isWanted).map((document, index) => ({
    ...sourceOf(file, text, document),
    index,
  }));
}

function sourceOf(file: string, text: string, parsed: ParsedDocument): PolicySource {
  const source = textPolicySource(file, text, parsed);
  return {
    ...source,
    written: {
      text,
      at(pointer) {
        const span = parsed.positions.value(pointer);
        return span && text.slice(span.start, span.end);
      },
    },
    comments(containing) {
      if (parsed.value === undefined || !text.includes(containing)) return [];
      return yamlComments(text)
        .map(({ isAtTop, ...span }) => ({
          text: text.slice(span.start + 1, span.end).trim(),
          range: source.range(span),
          isTrailing: !isAlone(text, span.start),
          isAtTop,
        }))
        .filter((comment) => comment.text.includes(containing));
    },
  };
}

/** True when only white space precedes an offset on its line. */
function isAlone(text: string, offset: number): boolean {
  let start = offset;
  while (start > 0 && /[ \t]/.test(text.charAt(start - 1))) start--;
  return start === 0 || /[\r\n\ufeff]/.test(text.charAt(start - 1));
}

// What the library's lexer puts between the tokens; no part of the text.
const marks: ReadonlySet<string> = new Set(["\u0002", "\u0018", "\u001f"]);

/**
 * Returns the comments of a valid YAML text, each from its `#` to the end of the line. A `#` inside a string does not
 * count.
 */
function yamlComments(text: string): (Span & { readonly isAtTop: boolean })[] {
  const comments: (Span & { readonly isAtTop: boolean })[] = [];
  let offset = 0;
  let isInScalar = false;
  let isAtTop = true;
  for (const token of new Lexer().lex(text)) {
    if (marks.has(token)) {
      isInScalar = token === "\u001f";
      continue;
    }
    const start = offset;
    offset += token.length;
    if (token.startsWith("#") && !isInScalar) comments.push({ start, end: offset, isAtTop });
    // Directives, the mark between them and the document, and space.
    else if (!/^(?:%.*|---|\s*)$/.test(token)) isAtTop = false;
    isInScalar = false;
  }
  return comments;
}
