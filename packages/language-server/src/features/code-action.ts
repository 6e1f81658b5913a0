import { applyToJson, type Diagnostic } from "@traffic-policy/policy-language";
import {
  CodeActionKind,
  type CodeAction,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import type { Finding, Host } from "../host.ts";
import { explainCommand, fixAllKind } from "./code-action-names.ts";
import { fixTitle, shownRange, toDiagnostic } from "./publish-diagnostics.ts";
import { changeTo } from "../documents/text-edit.ts";

import { formattedExpressions } from "./formatting.ts";
export interface Changing {
  readonly document: EditorDocument;
  readonly isVersioned: boolean;
  readonly host: Host;
}

export interface CodeActionRequest extends Changing {
  readonly range: Range;
  /** Findings in this version of the document; undefined while they are being computed. */
  readonly found: readonly Finding[] | undefined;
  /** Resolves to the findings as soon as they are known; undefined when that takes too long. */
  readonly whenFound: () => Promise<readonly Finding[] | undefined>;
  /** Undefined for all kinds. */
  readonly only: readonly string[] | undefined;
  /** True when the client requests an action's edit only after the user chooses the action. */
  readonly asksLater: boolean;
  /** Lets the server answer other requests; false when the client has cancelled this request. */
  readonly goesOn: () => Promise<boolean>;
}

/** Identifies the fix of a finding. The client sends it back when the user chooses the action. */
export interface FixData {
  readonly uri: string;
  /** The document version. In another version, the place may hold other text. */
  readonly version: number;
  readonly finding: string;
  /** Its index among findings with the same `finding`. */
  readonly ordinal: number;
}

export async function codeActions(request: CodeActionRequest): Promise<CodeAction[]> {
  const { document, range, found, whenFound, only } = request;
  const isWanted = (kind: string): boolean =>
    only === undefined || only.some((one) => `${kind}.`.startsWith(one === "" ? "" : `${one}.`));
  const actions: CodeAction[] = [];
  if (isWanted(CodeActionKind.QuickFix)) {
    const all = (await whenFound()) ?? [];
    const here = findingsAt(document, all, range);
    for (const finding of here) {
      const action = await fixOf(finding, all, request);
      if (action !== undefined) actions.push(action);
      // Each takes a reading of the document.
      if (action?.edit !== undefined && !(await request.goesOn())) return [];
    }
    actions.push(...explanations(here, document));
  }
  // Only somebody who asks for it waits for it: when a file is saved, say, right after a change.
  if (only !== undefined && isWanted(fixAllKind)) {
    const isPossible = found?.some(({ fix }) => fix?.safe === true) ?? true;
    if (isPossible) actions.push(...(await fixAll(request)));
  }
  if (isWanted(CodeActionKind.RefactorRewrite)) actions.push(...rewriting(request));
  return actions;
}

/** Limits the actions: a range may be a whole document, and a document a single long line. */
const mostFindings = 10;

/** Returns the findings that a range touches, then those on its lines, nearest first, up to a limit. */
function findingsAt(
  { positions }: EditorDocument,
  findings: readonly Finding[],
  range: Range,
): Finding[] {
  const span = positions.spanOf(range);
  const placed = findings.flatMap((finding) => {
    const shown = shownRange(finding.location, positions);
    if (shown.start.line > range.end.line || shown.end.line < range.start.line) return [];
    const { start, end } = positions.spanOf(shown);
    return [{ finding, distance: Math.max(0, start - span.end, span.start - end) }];
  });
  const sorted = placed.toSorted((one, other) => one.distance - other.distance);
  return sorted.slice(0, mostFindings).map(({ finding }) => finding);
}

async function fixOf(
  finding: Finding,
  all: readonly Finding[],
  request: CodeActionRequest,
): Promise<CodeAction | undefined> {
  const { document, host, asksLater } = request;
  const { fix } = finding;
  if (fix === undefined) return undefined;
  const edit = asksLater ? undefined : await editOfFix(finding, request);
  if (edit === undefined && !asksLater) return undefined;
  const identity = identityOf(finding);
  const data: FixData = {
    uri: document.uri,
    version: document.version,
    finding: identity,
    ordinal: withIdentity(all, identity).indexOf(finding),
  };
  return {
    title: fixTitle(fix),
    kind: CodeActionKind.QuickFix,
    diagnostics: [
      toDiagnostic(finding, document.positions, () => document.positions, host.pageAddress),
    ],
    ...(fix.safe && { isPreferred: true }),
    ...(edit === undefined ? { data } : { edit }),
  };
}

/**
 * Returns the edit of the action that the user chose; undefined when the document has changed, or the fix cannot be
 * made.
 */
export async function editOfChosen(
  { version, finding: identity, ordinal }: FixData,
  found: readonly Finding[],
  changing: Changing,
): Promise<WorkspaceEdit | undefined> {
  if (version !== changing.document.version) return undefined;
  const finding = withIdentity(found, identity)[ordinal];
  return finding && editOfFix(finding, changing);
}

function withIdentity(findings: readonly Finding[], identity: string): Finding[] {
  return findings.filter((one) => identityOf(one) === identity);
}

function identityOf({ rule, path, message }: Finding): string {
  return JSON.stringify([rule, path, message]);
}

async function editOfFix(finding: Finding, changing: Changing): Promise<WorkspaceEdit | undefined> {
  if (finding.rule === undefined || finding.path === undefined) return undefined;
  const { document, host } = changing;
  const { start } = document.positions.spanOf(shownRange(finding.location, document.positions));
  const policy = document.at(start);
  const text = await fixedText(policy, finding as unknown as Diagnostic, host);
  const edit = text === undefined ? undefined : changeTo(policy.positions, text, policy.text);
  return edit && editOf(changing, [edit]);
}

/** Builds an edit for the current version; a client may refuse it when the document has changed. */
function editOf(
  { document: { uri, version }, isVersioned }: Changing,
  edits: TextEdit[],
): WorkspaceEdit {
  return isVersioned
    ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
    : { changes: { [uri]: edits } };
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

async function fixAll(request: CodeActionRequest): Promise<CodeAction[]> {
  const { document, host } = request;
  const text = await host.fixAll(document.uri);
  const edit = text === undefined ? undefined : changeTo(document.positions, text);
  if (edit === undefined) return [];
  const title = "Apply all safe fixes";
  return [{ title, kind: fixAllKind, edit: editOf(request, [edit]) }];
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

function rewriting(request: CodeActionRequest): CodeAction[] {
  const { document, range } = request;
  const span = document.positions.spanOf(range);
  const edits = document.policies.flatMap((policy) => formattedExpressions(policy, span));
  if (edits.length === 0) return [];
  const title = edits.length === 1 ? "Format the expression" : "Format the expressions";
  return [{ title, kind: CodeActionKind.RefactorRewrite, edit: editOf(request, edits) }];
}
