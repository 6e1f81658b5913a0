import type { RuleNode } from "../../nodes/rule-node.ts";
import { ofEqualRules } from "../equal-rules.ts";
import { endingAction } from "./ends-processing.ts";

/** A change of the URL that later rules may or may not see. */
export interface UrlRewrite {
  readonly rule: RuleNode;
  /** JSON Pointer to the action that does it. */
  readonly path: string;
  /** A part of a path that it takes away, and one that it puts there; as far as they are plain. */
  readonly texts: readonly string[];
}

/** The changes of the URL in a rule that later rules run after. */
export function urlRewrites(rule: RuleNode): readonly UrlRewrite[] {
  return rewritesUrl(rule) ? findRewrites(rule) : [];
}

const rewritesUrl = ofEqualRules((rule) => findRewrites(rule).length > 0);

function findRewrites(rule: RuleNode): UrlRewrite[] {
  if (endingAction(rule) !== undefined) return [];
  return rule.actions.flatMap((action) => {
    const { rewrite, changes = [] } = action.definition ?? {};
    // A redirect makes a new URL as well, but for another request.
    if (rewrite === undefined || changes.length === 0) return [];
    const texts = [action.field(rewrite.from), action.field(rewrite.to)].filter(isPlainPath);
    return texts.length === 0 ? [] : [{ rule, path: action.path, texts }];
  });
}

function isPlainPath(text: unknown): text is string {
  return typeof text === "string" && /^[\w/.-]*\/[\w/.-]*$/.test(text) && text !== "/";
}
