import { DocumentPositions } from "../tree/positions.ts";
import type { TreeNode } from "../tree/tree.ts";
import type { ParsedDocument } from "../policy-source.ts";
import { StopReading } from "../strict-value.ts";
import { compose, composeBroken, type YamlDocument } from "./compose.ts";
import type { Span } from "../../text/positions.ts";
import type { DocumentError } from "../document-error.ts";
import { readPlainYaml } from "./plain-yaml.ts";
import { meantError } from "./unquoted.ts";
import { YamlReader } from "./yaml-reader.ts";

/**
 * Parses one YAML 1.2 document (core schema) to the JSON value that it stands for, as exactly as
 * JSON is parsed: duplicate keys are errors, a number that a double cannot hold keeps its digits,
 * `__proto__` is a key like any other, and every value has its place in the text, also in folded
 * and block scalars.
 *
 * What JSON has no counterpart of is an error: keys that are not text, `.inf` and `.nan`, tags other
 * than those of the core schema, several documents. Aliases stand for what they name, within a
 * bound, and merge keys for the members of such an object: YAML 1.2 has none, but the readers that policies go
 * through have. A date is text, and so are `yes`, `no`, `on` and `off`. Never throws.
 */
export function parseYaml(text: string): ParsedDocument {
  const plain = readPlainYaml(text);
  if (plain === undefined) return parseByLibrary(text);
  return { value: plain.value, errors: [], positions: new DocumentPositions(plain.node) };
}

/** The same, only slower; tests hold {@link readPlainYaml} against it. */
export function parseByLibrary(text: string): ParsedDocument {
  return parsed(text, () => compose(text));
}

/**
 * Parses each document of a YAML text with several. One that is not wanted is not parsed: its value is null, whatever is
 * wrong in it.
 */
export function parseYamlDocuments(
  text: string,
  spans: readonly Span[],
  isWanted: (text: string) => boolean,
): ParsedDocument[] {
  return spans.map(({ start, end }) => {
    const own = text.slice(start, end);
    if (isWanted(own)) return moved(parseYaml(own), start);
    return { value: null, errors: [], positions: new DocumentPositions(undefined) };
  });
}

function moved({ value, errors, positions }: ParsedDocument, by: number): ParsedDocument {
  const movedSpan = ({ start, end }: Span): Span => ({ start: start + by, end: end + by });
  return {
    value,
    errors: errors.map(({ span, first, correction, ...error }) => ({
      ...error,
      span: movedSpan(span),
      ...(first && { first: movedSpan(first) }),
      ...(correction && {
        correction: {
          ...correction,
          edits: correction.edits.map((edit) => ({ ...edit, span: movedSpan(edit.span) })),
        },
      }),
    })),
    positions: new DocumentPositions(positions.root, by),
  };
}

/** The tree of a YAML text, however broken it is; nothing where there is none. */
export function yamlTree(text: string): TreeNode | undefined {
  try {
    const { contents = null, errors = [] } = composeBroken(text) ?? {};
    if (contents === null) return undefined;
    const { node } = new YamlReader(text).read(contents, 0);
    return Object.assign(node, { isBroken: errors.length > 0 });
  } catch {
    // It is nested too deep, or one of the texts that the library gives up on.
    return undefined;
  }
}

function parsed(text: string, composed: () => YamlDocument): ParsedDocument {
  const errors: DocumentError[] = [];
  try {
    const { contents, range } = composed();
    const { node, value } = new YamlReader(text, errors).read(contents, range[0]);
    const isRead = errors.every(({ code }) => code === "duplicate-key");
    if (isRead) return { value, errors, positions: new DocumentPositions(node) };
  } catch (error) {
    if (!(error instanceof StopReading)) throw error;
    errors.push(error.error);
  }
  const positions = new DocumentPositions(undefined);
  return { value: undefined, errors: meantErrors(text, errors), positions };
}

function meantErrors(text: string, errors: readonly DocumentError[]): DocumentError[] {
  const meant: DocumentError[] = [];
  for (const error of errors) {
    const { end = -1 } = meant.at(-1)?.span ?? {};
    if (error.span.start >= end) meant.push(meantError(text, error));
  }
  return meant;
}
