import type { DocumentKind } from "./kind.ts";
import type { Path } from "./tree.ts";

/** Whether the text at a path of a document names a rule of the policy that the document is about. */
export function namesRule(path: Path, kind: DocumentKind): boolean {
  const last = path.at(-1);
  // A configuration may be called otherwise, or be a part of a manifest.
  if (kind === "configuration" || kind === "other") {
    return last === "policyRule" && path.at(-3) === "ignoreFindings" && path.at(-4) === "lint";
  }
  if (kind !== "cases" && kind !== "assertions") return false;
  const list = path.at(-2);
  const isListed = list === "matched" || list === "notMatched" || list === "onlyMatched";
  return (typeof last === "number" && isListed) || (last === "rule" && list === "by");
}

/** Whether a text that means a rule says where it stands, like `/inbound/0`. */
export function isRulePlace(name: string): boolean {
  return /^\/\w+\/\d+$/.test(name);
}
