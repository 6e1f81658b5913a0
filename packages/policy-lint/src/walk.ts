import type { Dialect, PolicySource, Protocol } from "@traffic-policy/policy-language";
import type { Inspection } from "./inspection.ts";
import { DocumentNode } from "./nodes/document-node.ts";
import type { RuleNode } from "./nodes/rule-node.ts";

/**
 * Goes through a policy once and shows each part to every rule that looks at it. Parts of the
 * wrong shape are passed over here: the rule `document/shape` reports them.
 */
export function walk(
  source: PolicySource,
  { dialect, protocol }: { dialect: Dialect; protocol: Protocol | undefined },
  inspection: Inspection,
): void {
  for (const error of source.errors) {
    const location = source.range?.(error.span);
    const first = error.first && source.range?.(error.first);
    inspection.show("sourceError", {
      error,
      ...(location && { location }),
      ...(first && { first }),
    });
  }
  // After a syntax error the document is only what could be made out of the text.
  const unreadable = source.errors.some(({ code }) => code !== "duplicate-key");
  if (source.document === undefined || unreadable) return;
  const document = new DocumentNode(source.document, dialect, protocol);
  inspection.show("document", document);
  for (const rule of document.rules) {
    inspection.showShared("rule", rule);
    showPartsIfNeeded(rule, inspection);
    // A rule of thousands should not be kept in memory with all that is known of it.
    rule.forget();
  }
}

/** Passes over the parts of a rule when all was well with those of an equal one, whatever stood around it. */
function showPartsIfNeeded(rule: RuleNode, inspection: Inspection): void {
  const { active, found } = inspection;
  if (rule.facts.partsSilentFor === active) return;
  rule.isSeenAround = false;
  showParts(rule, inspection);
  const areSilent = !rule.isSeenAround && inspection.found === found;
  if (areSilent && active.arePureAtParts) rule.facts.partsSilentFor = active;
}

function showParts(rule: RuleNode, inspection: Inspection): void {
  for (const condition of rule.conditions) inspection.showShared("expression", condition);
  for (const action of rule.actions) {
    inspection.showShared("action", action);
    for (const text of action.texts) inspection.show("text", text);
    for (const expression of action.expressions) inspection.showShared("expression", expression);
  }
}
