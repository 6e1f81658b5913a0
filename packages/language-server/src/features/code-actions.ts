import {
  applyToJson,
  parseExpression,
  printExpression,
  type Diagnostic,
  type Span,
} from "@traffic-policy/policy-language";
import { CodeActionKind, type CodeAction, type Range } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { rangeIn } from "../documents/expressions.ts";
import { inStyle, wholeInStyle } from "../documents/written-text.ts";
import type { Finding, Host } from "../host.ts";
import { fixTitle, shownRange, toDiagnostic } from "./diagnostics.ts";
import { changeTo } from "./text-edit.ts";

/** The kind of the action that applies all safe fixes. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.traffic-policy`;

/** The command that shows the page of a rule. */
export const explainCommand = "trafficPolicy.explain";

/** What is asked for: a range of a document, and which kinds of actions. */
export interface CodeActionRequest {
  readonly document: EditorDocument;
  readonly range: Range;
  readonly findings: readonly Finding[];
  /** Nothing for all kinds. */
  readonly only: readonly string[] | undefined;
  readonly host: Host;
}

/** What can be done about a range of a document. */
export async function codeActions(request: CodeActionRequest): Promise<CodeAction[]> {
  const { document, range, findings, only } = request;
  const isWanted = (kind: string): boolean =>
    only === undefined || only.some((one) => kind === one || kind.startsWith(`${one}.`));
  const span = document.positions.spanOf(range);
  const here = findings.filter((finding) => touches(document, finding, span));
  const actions: CodeAction[] = [];
  if (isWanted(CodeActionKind.QuickFix)) {
    for (const finding of here) {
      const action = await fixOf(finding, request);
      if (action !== undefined) actions.push(action);
    }
    actions.push(...explanations(here, document));
  }
  if (isWanted(fixAllKind) && findings.some(({ fix }) => fix?.safe === true)) {
    // Only somebody who asks for it waits for it.
    if (only !== undefined) actions.push(...(await fixAll(request)));
  }
  if (isWanted(CodeActionKind.RefactorRewrite)) actions.push(...formatting(document, span));
  return actions;
}

function touches({ positions }: EditorDocument, { location }: Finding, span: Span): boolean {
  if (location === undefined) return false;
  const { start, end } = positions.spanOf(shownRange(location, positions));
  return start <= span.end && span.start <= end;
}

async function fixOf(
  finding: Finding,
  { document, host }: CodeActionRequest,
): Promise<CodeAction | undefined> {
  const { fix, rule, path } = finding;
  if (fix === undefined || rule === undefined || path === undefined) return undefined;
  const whole = finding as unknown as Diagnostic;
  const text = await fixedText(document, whole, host);
  const edit = text === undefined ? undefined : changeTo(document.positions, text);
  if (edit === undefined) return undefined;
  return {
    title: fixTitle(fix),
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(finding, document.positions, () => document.positions)],
    ...(fix.safe && { isPreferred: true }),
    edit: { changes: { [document.uri]: [edit] } },
  };
}

async function fixedText(
  { language, text, uri, yaml }: EditorDocument,
  finding: Diagnostic,
  host: Host,
): Promise<string | undefined> {
  if (language === "code") return host.fix(uri, finding);
  const apply = yaml?.apply ?? applyToJson;
  const { text: fixed, applied } = apply(text, [{ edits: finding.fix?.edits ?? [] }]);
  return applied.length === 0 ? undefined : fixed;
}

async function fixAll({ document, host }: CodeActionRequest): Promise<CodeAction[]> {
  const text = await host.fixAll(document.uri);
  const edit = text === undefined ? undefined : changeTo(document.positions, text);
  if (edit === undefined) return [];
  const changes = { [document.uri]: [edit] };
  return [{ title: "Apply all safe fixes", kind: fixAllKind, edit: { changes } }];
}

function explanations(findings: readonly Finding[], { uri }: EditorDocument): CodeAction[] {
  const names = new Set(findings.flatMap(({ rule }) => rule ?? []));
  return [...names].map((name) => {
    const title = `Explain ${name}`;
    return {
      title,
      kind: CodeActionKind.QuickFix,
      command: { title, command: explainCommand, arguments: [name, uri] },
    };
  });
}

/** Formats the expressions that a range touches. */
function formatting(document: EditorDocument, span: Span): CodeAction[] {
  const edits = formattedExpressions(document, span);
  if (edits.length === 0) return [];
  const title = edits.length === 1 ? "Format the expression" : "Format the expressions";
  const changes = { [document.uri]: edits };
  return [{ title, kind: CodeActionKind.RefactorRewrite, edit: { changes } }];
}

/** The changes that write the expressions of a range as the printer does; those with comments stay. */
export function formattedExpressions(
  document: EditorDocument,
  { start, end }: Span,
): { range: Range; newText: string }[] {
  if (document.language === "code") return [];
  return document.expressions.flatMap((expression) => {
    const { node, site } = expression;
    if (
      node.end < start ||
      node.start > end ||
      /\/\//.test(site.text.replaceAll(/(["']).*?\1/g, ""))
    ) {
      return [];
    }
    const parsed = parseExpression(site.text);
    if (!parsed.ok) return [];
    const printed = printExpression(parsed.tree);
    if (printed === site.text.trim()) return [];
    const span = rangeIn(expression, { start: 0, end: site.text.length });
    // A folded text stays in the lines that its author gave it.
    if (node.style === "block" || /[\r\n]/.test(document.text.slice(span.start, span.end)))
      return [];
    const range = document.positions.rangeOf(span);
    const { yaml } = document;
    if (site.text === node.value) {
      return [{ range, newText: wholeInStyle(printed, node.style, yaml) }];
    }
    const { value } = node;
    const whole =
      value.slice(0, expression.start) + printed + value.slice(expression.start + site.text.length);
    // Without quotes, it has to mean itself there.
    if (node.style === "plain" && yaml?.plainOrQuoted(whole) !== whole) return [];
    return [{ range, newText: inStyle(printed, node.style) }];
  });
}
