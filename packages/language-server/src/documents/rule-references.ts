import type { DocumentKind } from "./kind.ts";
import type { Path } from "@traffic-policy/policy-language/tree";

const configurations = /^(?:traffic-policy\/)?lint\/ignoreFindings\/\d+\/policyRule$/;

const expected = String.raw`(?:by/rule|(?:matched|notMatched|onlyMatched)/\d+)$`;

const places: Partial<Record<DocumentKind, RegExp>> = {
  cases: new RegExp(String.raw`^cases/\d+/(?:each/\d+/)?expect/${expected}`),
  assertions: new RegExp(String.raw`^assertions/\d+/(?:always|never)/${expected}`),
  // It may be called otherwise, or be a part of a manifest.
  configuration: configurations,
  other: configurations,
};

/** Whether the text at a path of a document names a rule of the policy that the document is about. */
export function namesRule(path: Path, kind: DocumentKind): boolean {
  return places[kind]?.test(path.join("/")) === true;
}

/** Whether a text that means a rule says where it stands, like `/inbound/0`. */
export function isRulePlace(name: string): boolean {
  return /^\/\w+\/\d+$/.test(name);
}
