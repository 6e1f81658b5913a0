import type { Dialect, PolicySource, Protocol } from "@traffic-policy/policy-language";
import { DocumentNode } from "./nodes/document-node.ts";
import type { SharedPart } from "./nodes/part-facts.ts";
import type { LintRule, Report } from "./rule.ts";

/** A rule with the function that takes its findings. */
export interface Visitor {
  readonly visit: LintRule["visit"];
  readonly report: Report;
  readonly options: unknown;
  /** The rule, when it says the same of equal parts: one of ours, with the options it has. */
  readonly pure: LintRule | undefined;
  /** How many findings it has reported. */
  readonly reported: () => number;
}

/**
 * Goes through a policy once and shows each part to every rule that looks at it. Parts of the
 * wrong shape are passed over here: the rule `document/shape` reports them.
 */
export function walk(
  source: PolicySource,
  { dialect, protocol }: { dialect: Dialect; protocol: Protocol | undefined },
  visitors: readonly Visitor[],
): void {
  const each = visitorsByNode(visitors);
  for (const error of source.errors) {
    const location = source.range?.(error.span);
    const first = error.first && source.range?.(error.first);
    each("sourceError", { error, ...(location && { location }), ...(first && { first }) });
  }
  // After a syntax error the document is only what could be made out of the text.
  const unreadable = source.errors.some(({ code }) => code !== "duplicate-key");
  if (source.document === undefined || unreadable) return;
  const document = new DocumentNode(source.document, dialect, protocol);
  each("document", document);
  for (const rule of document.rules) {
    each("rule", rule);
    for (const condition of rule.conditions) each("expression", condition);
    for (const action of rule.actions) {
      each("action", action);
      for (const text of action.texts) each("text", text);
      for (const expression of action.expressions) each("expression", expression);
    }
    // A rule of thousands should not be kept in memory with all that is known of it.
    rule.forget();
  }
}

type Visit = LintRule["visit"];
type Node<Kind extends keyof Visit> = Parameters<NonNullable<Visit[Kind]>>[0];

function visitorsByNode(
  visitors: readonly Visitor[],
): <Kind extends keyof Visit>(kind: Kind, node: Node<Kind>) => void {
  const known = new Map<keyof Visit, Visitor[]>();
  for (const visitor of visitors) {
    for (const kind of Object.keys(visitor.visit) as (keyof Visit)[]) {
      known.set(kind, [...(known.get(kind) ?? []), visitor]);
    }
  }
  return (kind, node) => {
    for (const visitor of known.get(kind) ?? []) {
      if (isShared(node)) showShared(kind, node, visitor);
      else show(kind, node, visitor);
    }
  };
}

function show<Kind extends keyof Visit>(
  kind: Kind,
  node: Node<Kind>,
  { visit, report, options }: Visitor,
): void {
  visit[kind]?.(node as never, report, options);
}

/** Passes over rules that had nothing to say about an equal part, looking at nothing else. */
function showShared<Kind extends keyof Visit>(
  kind: Kind,
  node: Node<Kind> & SharedPart,
  visitor: Visitor,
): void {
  const { pure, reported } = visitor;
  const { silent } = node.facts;
  if (pure !== undefined && silent.has(pure)) return;
  const before = reported();
  node.isSeenAround = false;
  show(kind, node, visitor);
  if (pure !== undefined && !node.isSeenAround && reported() === before) silent.add(pure);
}

function isShared<T>(node: T): node is T & SharedPart {
  return typeof node === "object" && node !== null && "facts" in node;
}
