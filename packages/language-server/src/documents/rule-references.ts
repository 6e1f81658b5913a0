import type { DocumentKind } from "./kind.ts";
import type { Path } from "./tree.ts";

/** Whether the text at a path of a document names a rule of the policy that the document is about. */
export function namesRule(path: Path, kind: DocumentKind): boolean {
  const last = path.at(-1);
  if (kind === "configuration") return path[0] === "lint" && last === "policyRule";
  if (kind !== "cases" && kind !== "assertions") return false;
  const list = path.at(-2);
  const isListed = list === "matched" || list === "notMatched" || list === "onlyMatched";
  return (typeof last === "number" && isListed) || (last === "rule" && list === "by");
}
