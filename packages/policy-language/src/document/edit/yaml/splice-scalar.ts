import type { CST } from "yaml";
import {
  decodeScalar,
  sourceOf,
  type ScalarToken,
  type StringUnits,
} from "../../yaml/decode-scalar.ts";
import { CannotEdit, type Splice } from "../edit-tree.ts";
import type { Span } from "../../../text/positions.ts";
import { withoutEnd } from "../../../text/shortened.ts";
import { changeText, type TextChange } from "../apply-fixes.ts";
import { isPrintable, plainFits, insideDoubleQuotes, insideSingleQuotes } from "./yaml-printer.ts";

/**
 * The changes that replace parts of a scalar and leave the rest of it as it is written; nothing when
 * the new value cannot stand in the scalar's style.
 *
 * @param value - the new value of the scalar
 * @throws CannotEdit when the text is not where it should be
 */
export function spliceScalar(
  token: ScalarToken,
  splices: readonly Splice[],
  value: string,
  place: { readonly isInFlow: boolean; readonly lineBreak: string },
): readonly TextChange[] | undefined {
  const units = decodeScalar(token);
  if (token.type === "scalar" && !plainFits(value, { ...place, mayFold: true })) return undefined;
  const changes = inPlace(token, units, splices);
  if (changes !== undefined && holds(token, changes, value)) return changes;
  return token.type === "block-scalar"
    ? rewriteLiteral(token, units, value, place.lineBreak)
    : undefined;
}

function inPlace(
  token: ScalarToken,
  units: StringUnits,
  splices: readonly Splice[],
): readonly TextChange[] | undefined {
  const style = token.type === "block-scalar" ? "block" : token.type;
  const changes: TextChange[] = [];
  for (const { span, text } of splices) {
    const written = writers[style]?.(text);
    const range = units.range(span);
    if (written === undefined || range === undefined) return undefined;
    changes.push({ ...withIndentation(token, range), text: written });
  }
  return changes;
}

/** What takes the place of a line break in a block also takes that of the indentation behind it. */
function withIndentation(token: ScalarToken, { start, end }: Span): Span {
  if (token.type !== "block-scalar" || start === end) return { start, end };
  const at = end - sourceStart(token);
  const indentation = indentationOf(token);
  const isBehindBreak = token.source[at - 1] === "\n";
  const isIndented = token.source.startsWith(indentation, at);
  return { start, end: isBehindBreak && isIndented ? end + indentation.length : end };
}

/** The white space that each line of a block begins with; nothing when it is all white space. */
function indentationOf({ source }: CST.BlockScalar): string {
  return /^(?:[ \t]*\r?\n)*( +)\S/.exec(source)?.[1] ?? "";
}

/** How a text is written in a style; nothing when it may not be possible. */
const writers: Readonly<Record<string, (text: string) => string | undefined>> = {
  scalar: asItIs,
  "single-quoted-scalar": (text) => (isPrintable(text) ? insideSingleQuotes(text) : undefined),
  "double-quoted-scalar": insideDoubleQuotes,
  block: asItIs,
};

function asItIs(text: string): string | undefined {
  return isPrintable(text) ? text : undefined;
}

/** Whether a scalar has a value once its text is changed. */
function holds(token: ScalarToken, changes: readonly TextChange[], value: string): boolean {
  const start = sourceStart(token);
  const end = start + token.source.length;
  if (changes.some((change) => change.start < start || change.end > end)) return false;
  const inside = changes.map((change) => ({
    start: change.start - start,
    end: change.end - start,
    text: change.text,
  }));
  try {
    return decodeScalar({ ...token, source: changeText(token.source, inside) }).value === value;
  } catch (error) {
    // Two parts of the value can be one in the text, as in an escape.
    if (error instanceof CannotEdit) return false;
    throw error;
  }
}

function sourceStart(token: ScalarToken): number {
  if (token.type !== "block-scalar") return token.offset;
  const last = token.props.at(-1);
  return (last?.offset ?? 0) + sourceOf(last).length;
}

/** Writes all lines of a literal block scalar anew. */
function rewriteLiteral(
  token: CST.BlockScalar,
  units: StringUnits,
  value: string,
  lineBreak: string,
): readonly TextChange[] | undefined {
  const indentation = indentationOf(token);
  const isLiteral = sourceOf(token.props[0]).startsWith("|");
  const lines = contentOf(value).split("\n");
  if (!isLiteral || indentation === "" || !lines.every(isPrintable)) return undefined;
  const before = units.range({ start: 0, end: contentOf(units.value).length });
  if (before === undefined || contentOf(value) === "") return undefined;
  const text = lines.map((line) => (line === "" ? "" : indentation + line)).join(lineBreak);
  const change = { start: sourceStart(token), end: before.end, text };
  return holds(token, [change], value) ? [change] : undefined;
}

/** A text without the line breaks at its end, which the indicator tells. */
function contentOf(text: string): string {
  return withoutEnd(text, "\n");
}
