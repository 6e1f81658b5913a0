import { type Diagnostic, type SourceRange, type Span } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { findSecrets, looksRandom } from "@traffic-policy/policy-language/secrets";
import { isCodeFile } from "./fixes.ts";
import type { LintReport } from "../report.ts";

export type SecretsOf = (file: string) => readonly SourceRange[];

export function secretsOf({ diagnostics, secrets = [] }: LintReport): SecretsOf {
  const byFile = new Map<string, SourceRange[]>();
  for (const range of [...secrets, ...secretPlaces(diagnostics)]) {
    getOrAdd(byFile, range.file, () => []).push(range);
  }
  return (file) => byFile.get(file) ?? [];
}

/** The places of the secrets among findings. */
export function secretPlaces(diagnostics: readonly Diagnostic[]): SourceRange[] {
  return diagnostics.flatMap(({ rule, location }) =>
    rule === "security/secret" && location !== undefined ? [location] : [],
  );
}

/**
 * Characters of a secret that are shown, in UTF-16 units; none of a short secret, of which they would reveal much.
 */
const shownSigns = 4;

const shortSecret = 16;

/**
 * The parts of a line that are not shown.
 *
 * @param secrets - the secrets that were found in the file
 * @param others - what else in the line is a secret, by its name or its form
 */
export function hiddenSpans(
  line: string,
  number: number,
  secrets: readonly SourceRange[],
  others: readonly Span[],
): readonly Span[] {
  const [first] = secrets;
  // In code a place is a call, and the secret may be anywhere in the file.
  const spans =
    first !== undefined && isCodeFile(first.file)
      ? randomLiterals(line)
      : secrets.flatMap((range) => spanIn(line, number, range));
  const more = others.filter(
    (one) => !spans.some((other) => one.start < other.end && other.start < one.end),
  );
  return [...spans, ...more].filter(({ start, end }) => start < end);
}

export function withHidden(line: string, { start, end }: Span, hidden: readonly Span[]): string {
  let text = line.slice(start, end);
  for (const span of hidden) {
    const from = Math.max(0, span.start - start);
    const to = Math.max(from, span.end - start);
    text = text.slice(0, from) + text.slice(from, to).replace(/\S/g, "*") + text.slice(to);
  }
  return text;
}

function spanIn(line: string, number: number, { start, end }: SourceRange): Span[] {
  if (number < start.line || number > end.line) return [];
  const last = number === end.line ? end.column - 1 : line.length;
  if (number > start.line) return [{ start: 0, end: last }];
  const first = start.column - 1;
  const quote = /^["']/.test(line.slice(first)) ? line.charAt(first) : "";
  const isClosed = quote !== "" && line.charAt(last - 1) === quote;
  const [begin, close] = [first + quote.length, isClosed ? last - 1 : last];
  return [{ start: close - begin < shortSecret ? begin : begin + shownSigns, end: close }];
}

function randomLiterals(line: string): Span[] {
  return [...line.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)(?:\1|$)/g)].flatMap(
    ({ 2: text = "", index }) => {
      const found = findSecrets(text).map(({ span }) => span);
      const spans =
        found.length === 0 && looksRandom(text) ? [{ start: 0, end: text.length }] : found;
      const base = index + 1;
      return spans.map(({ start, end }) => ({ start: base + start + shownSigns, end: base + end }));
    },
  );
}
