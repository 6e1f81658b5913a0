import type { SourceRange } from "@traffic-policy/policy-language";
import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  type Range,
} from "vscode-languageserver-types";
import type { AddressOf, Finding } from "../host.ts";
import type { PositionedText } from "../documents/positioned-text.ts";

const source = "traffic-policy";

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

const tags = {
  unnecessary: DiagnosticTag.Unnecessary,
  deprecated: DiagnosticTag.Deprecated,
} as const;

export function fixTitle({ title, safe }: NonNullable<Finding["fix"]>): string {
  return safe ? title : `${title} (may change what the policy does)`;
}

function messageOf({ message, witness, help, environments }: Finding): string {
  const where = environments === undefined ? undefined : `For ${environments.join(", ")}.`;
  const rest = [witness?.message, help, where].filter((line) => line !== undefined);
  return [message, ...rest].join("\n");
}

/**
 * Converts a finding to an LSP diagnostic.
 *
 * @param text - of the file that contains it
 * @param textOf - returns the text of other files that it names
 * @param addressOf - returns the address of a rule's page
 */
export function toDiagnostic(
  finding: Finding,
  text: PositionedText,
  textOf: (uri: string) => PositionedText,
  addressOf: AddressOf,
): Diagnostic {
  const { rule, severity, path, location, related = [], docs, fix, tag } = finding;
  const relatedInformation = related.flatMap((other): DiagnosticRelatedInformation[] => {
    const { uri = text.document.uri, message } = other;
    if (other.location === undefined) return [];
    const range = textOf(uri).rangeOfSource(other.location);
    return [{ message, location: { uri, range } }];
  });
  // Rules of a project say themselves where their page is.
  const href = docs !== undefined && /^https?:/.test(docs) ? docs : docs && addressOf(docs);
  return {
    range: path === "" ? firstLine(shownRange(location, text), text) : shownRange(location, text),
    severity: severities[severity],
    source,
    message: messageOf(finding),
    ...(rule !== undefined && { code: rule }),
    ...(href !== undefined && { codeDescription: { href } }),
    ...(relatedInformation.length > 0 && { relatedInformation }),
    ...(tag !== undefined && { tags: [tags[tag]] }),
    // A client can offer the fix where it shows the finding, and ask for it when it is wanted.
    ...(fix !== undefined && { data: { fix: fixTitle(fix) } }),
  };
}

/** A whole document that is underlined hides what else is found in it. */
function firstLine({ start, end }: Range, text: PositionedText): Range {
  if (start.line === end.line) return { start, end };
  const { start: from } = text.spanOf({ start, end });
  const [line = ""] = text.text.slice(from).split(/\r?\n/, 1);
  return text.rangeOf({ start: from, end: from + line.length });
}

/**
 * Returns the range to show. For a call or a template in a module only the start is known, so the range covers the
 * name of the call, or the whole template.
 */
export function shownRange(location: SourceRange | undefined, text: PositionedText): Range {
  if (location === undefined) return text.rangeOf({ start: 0, end: 0 });
  const range = text.rangeOfSource(location);
  const { start, end } = text.spanOf(range);
  if (start < end) return range;
  const shown =
    /^(?:[\w$.]+|`(?:[^`\\]|\\[^])*`)/.exec(text.text.slice(start, start + 1000))?.[0] ?? "";
  return text.rangeOf({ start, end: start + shown.length });
}
