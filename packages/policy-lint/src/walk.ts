import {
  isJsonObject,
  parseExpression,
  toPointer,
  type Dialect,
  type JsonValue,
  type PolicySource,
} from "@traffic-policy/policy-language";
import type { LintRule, Report } from "./rule.ts";

/** A rule with the function that takes its findings. */
export interface Visitor {
  readonly visit: LintRule["visit"];
  readonly report: Report;
}

/**
 * Goes through a policy once and shows each part to every rule that looks at it. Parts of the
 * wrong shape are passed over here: the rule `document/schema` reports them.
 */
export function walk(source: PolicySource, dialect: Dialect, visitors: readonly Visitor[]): void {
  for (const error of source.errors) {
    const location = source.range?.(error.span);
    const first = error.first && source.range?.(error.first);
    const node = { error, ...(location && { location }), ...(first && { first }) };
    for (const { visit, report } of visitors) visit.sourceError?.(node, report);
  }
  // After a syntax error the document is only what could be made out of the text.
  const unreadable = source.errors.some(({ code }) => code !== "duplicate-key");
  if (source.document === undefined || unreadable) return;
  const value = source.document;
  for (const { visit, report } of visitors) visit.document?.({ path: "", value, dialect }, report);
  if (!isJsonObject(value)) return;
  for (const direction of dialect.directions) {
    for (const [index, rule] of itemsOf(value[direction])) {
      if (isJsonObject(rule)) walkRule({ direction, index, rule, dialect, visitors });
    }
  }
}

function walkRule(place: {
  direction: string;
  index: number;
  rule: Readonly<Record<string, JsonValue>>;
  dialect: Dialect;
  visitors: readonly Visitor[];
}): void {
  const { direction, index, rule, dialect, visitors } = place;
  const path = toPointer([direction, index]);
  for (const { visit, report } of visitors) visit.rule?.({ path, value: rule, direction }, report);
  for (const [position, text] of itemsOf(rule["expressions"])) {
    if (typeof text !== "string") continue;
    const parsed = parseExpression(text);
    const node = { path: `${path}/expressions/${position}`, text, parsed, direction };
    for (const { visit, report } of visitors) visit.expression?.(node, report);
  }
  for (const [position, action] of itemsOf(rule["actions"])) {
    if (!isJsonObject(action) || typeof action["type"] !== "string") continue;
    const { type } = action;
    const definition = dialect.actions.get(type);
    const config = action["config"];
    const node = {
      path: `${path}/actions/${position}`,
      type,
      config,
      definition,
      direction,
      dialect,
    };
    for (const { visit, report } of visitors) visit.action?.(node, report);
  }
}

function itemsOf(value: JsonValue | undefined): Iterable<[number, JsonValue]> {
  return Array.isArray(value) ? (value as readonly JsonValue[]).entries() : [];
}
