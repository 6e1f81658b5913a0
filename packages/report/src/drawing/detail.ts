import {
  drawnRules,
  isCome,
  isRemoved,
  type Drawing,
  type DrawnRule,
  type DrawnSection,
} from "./drawing.ts";

/**
 * How much is drawn of each rule. `full`: its expressions and actions; `brief`: one line; `matched`: those
 * that matched or failed in full, and the others only counted.
 */
export type Detail = "full" | "brief" | "matched";

/** The number of rules from which a full picture is too large to be useful. */
const many = 40;

/**
 * Chooses the most useful level of detail: everything for a few rules; for many rules, what happened to an exchange.
 */
export function usualDetail({ sections, outcome }: Drawing): Detail {
  const count = sections.reduce((sum, section) => sum + drawnRules(section).length, 0);
  if (count <= many) return "full";
  return outcome === undefined ? "brief" : "matched";
}

/** A part of a section that is drawn at once. */
export type Row =
  | { readonly kind: "rule"; readonly rule: DrawnRule; readonly isBrief: boolean }
  /** Consecutive rules that an exchange all passed, or did not reach. */
  | { readonly kind: "counted"; readonly rules: readonly [DrawnRule, ...DrawnRule[]] };

export function rowsOf(section: DrawnSection, detail: Detail): Row[] {
  const rules = drawnRules(section);
  if (detail !== "matched") {
    return rules.map((rule) => ({ kind: "rule", rule, isBrief: detail === "brief" }));
  }
  const rows: Row[] = [];
  let counted: [DrawnRule, ...DrawnRule[]] | undefined;
  for (const rule of rules) {
    if (isRemoved(rule) || (isCome(rule) && rule.result !== "not-matched")) {
      counted = undefined;
      rows.push({ kind: "rule", rule, isBrief: false });
    } else if (counted?.[0].result === rule.result) {
      counted?.push(rule);
    } else {
      counted = [rule];
      rows.push({ kind: "counted", rules: counted });
    }
  }
  return rows;
}
