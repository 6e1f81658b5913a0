import { LSPPlugin } from "@codemirror/lsp-client";
import { forEachDiagnostic, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic as ServerDiagnostic,
} from "vscode-languageserver-types";

/** A finding in an editor: what its tooltip and the list below the editor show. */
export interface Finding extends Diagnostic {
  /** Who found it: the language server, or what the page has asked. */
  readonly origin: "server" | "page";
  readonly summary: string;
  /** Sentences: the witness, and what to do. */
  readonly details: readonly string[];
  /** `expression/unknown-name` */
  readonly rule?: string;
  readonly fix?: string;
  readonly related: readonly { readonly message: string; readonly from: number }[];
}

export interface FindingActions {
  fix(view: EditorView, finding: Finding): void;
  ruleLink(rule: string): string | undefined;
  explain(rule: string): void;
}

const severities = {
  [DiagnosticSeverity.Error]: "error",
  [DiagnosticSeverity.Warning]: "warning",
  [DiagnosticSeverity.Information]: "info",
  [DiagnosticSeverity.Hint]: "hint",
} as const;

const tagClasses = {
  [DiagnosticTag.Unnecessary]: "tp-unnecessary",
  [DiagnosticTag.Deprecated]: "tp-deprecated",
} as const;

export function showServerFindings(
  view: EditorView,
  diagnostics: readonly ServerDiagnostic[],
  actions: FindingActions,
): void {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) return;
  const at = (position: ServerDiagnostic["range"]["start"]): number =>
    plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
  const findings = diagnostics.map((one) => {
    const text = typeof one.message === "string" ? one.message : one.message.value;
    const [summary = "", ...details] = text.split("\n");
    const fix = (one.data as { readonly fix?: string } | undefined)?.fix;
    const related = (one.relatedInformation ?? [])
      .filter(({ location }) => location.uri === plugin.uri)
      .map(({ message, location }) => ({ message, from: at(location.range.start) }));
    const markClass = (one.tags ?? []).map((tag) => tagClasses[tag]).join(" ");
    return finding(
      {
        from: at(one.range.start),
        to: at(one.range.end),
        severity: severities[one.severity ?? DiagnosticSeverity.Error],
        origin: "server",
        summary,
        details,
        related,
        ...(one.code !== undefined && { rule: String(one.code) }),
        ...(fix !== undefined && { fix }),
        ...(markClass !== "" && { markClass }),
      },
      actions,
    );
  });
  setFindings(view, "server", findings);
}

export function finding(
  about: Omit<Finding, "message" | "renderMessage" | "actions">,
  actions: FindingActions,
): Finding {
  const { summary, details, fix } = about;
  const made: Finding = {
    ...about,
    message: [summary, ...details].join("\n"),
    renderMessage: (view) => rendered(view, made, actions),
    ...(fix !== undefined && {
      actions: [{ name: fix, apply: (view) => actions.fix(view, made) }],
    }),
  };
  return made;
}

export function setFindings(
  view: EditorView,
  origin: Finding["origin"],
  findings: readonly Finding[],
): void {
  const shown = findingsOf(view.state);
  const others = shown.filter((one) => one.origin !== origin);
  const before = shown.filter((one) => one.origin === origin);
  // Drawing takes longer than comparing.
  if (keyOf(before) === keyOf(findings)) return;
  view.dispatch(setDiagnostics(view.state, [...others, ...findings]));
}

function keyOf(findings: readonly Finding[]): string {
  return JSON.stringify(
    findings.map(({ from, to, severity, message, rule, fix, markClass, related }) => [
      [from, to, severity, message],
      [rule, fix, markClass, related],
    ]),
  );
}

export function findingsOf(state: EditorState): Finding[] {
  const found: Finding[] = [];
  forEachDiagnostic(state, (one, from, to) => {
    if ("origin" in one) found.push({ ...(one as Finding), from, to });
  });
  return found;
}

function rendered(view: EditorView, one: Finding, actions: FindingActions): Node {
  const { summary, details, related, rule } = one;
  const dom = element("div", "tp-finding");
  dom.append(element("p", "tp-finding-summary", summary));
  for (const detail of details) dom.append(element("p", "tp-finding-detail", detail));
  for (const { message, from } of related) {
    const button = element("button", "tp-link", message);
    button.type = "button";
    button.addEventListener("click", () => goTo(view, from));
    dom.append(button);
  }
  if (rule !== undefined) dom.append(ruleElement(rule, actions));
  return dom;
}

function ruleElement(rule: string, actions: FindingActions): HTMLElement {
  const href = actions.ruleLink(rule);
  if (href !== undefined) {
    const link = element("a", "tp-rule", rule);
    Object.assign(link, { href, target: "_blank", rel: "noopener" });
    return link;
  }
  const button = element("button", "tp-link tp-rule", rule);
  button.type = "button";
  button.addEventListener("click", () => actions.explain(rule));
  return button;
}

export function goTo(view: EditorView, from: number, to = from): void {
  const end = view.state.doc.length;
  view.dispatch({
    // The cursor is where it begins.
    selection: { anchor: Math.min(to, end), head: Math.min(from, end) },
    effects: EditorView.scrollIntoView(Math.min(from, end), { y: "center" }),
  });
  view.focus();
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
