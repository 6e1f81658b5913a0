import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { type ComparedText, comparedTexts, formattedTexts } from "../../nodes/expression-parts.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { patternTarget } from "../../nodes/tree-parts.ts";
import { defineRule } from "../../rule.ts";
import { endingAction, ruleTitle } from "../../analysis/flow/rule-facts.ts";

export default defineRule({
  severity: "info",
  docs: {
    what: "A condition tests a path that an earlier rule rewrites.",
    wrong: `{ "inbound": [ { "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/", "to": "/v2/" } } ] }, { "expressions": ["req.url.path.startsWith('/v1/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/v1/')"], "actions": [ { "type": "deny" } ] }, { "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/", "to": "/v2/" } } ] } ] }`,
    why: "Whether the rules after a rewrite, including outbound rules, see the path as the client sent it or as it was rewritten is not documented. In the other order the question does not arise. In a simulation, the option `laterRulesSee` decides it.",
  },
  visit: {
    section({ place, document }, report) {
      const [first] = document.dialect.sections.keys();
      const ofRequest =
        place.direction === first
          ? []
          : rewritesOf(document.rules.filter((rule) => rule.place.direction === first));
      const before: UrlRewrite[] = [];
      return (rule) => {
        const earlier = [...ofRequest, ...before];
        for (const condition of earlier.length === 0 ? [] : rule.conditions) {
          for (const { variable, literal } of searchedTexts(condition)) {
            const found =
              (variable.form === "path" || isUrl.test(variable.name)) &&
              earlier.find(({ texts }) => texts.some((text) => literal.value.includes(text)));
            if (!found) continue;
            report({
              ...condition.at(literal.span),
              message: `${variable.name} is rewritten by ${ruleTitle(found.rule)}; whether this rule sees the old path or the new one is not documented.`,
              help:
                found.rule.place === rule.place
                  ? "Move this rule before the one that rewrites the path."
                  : "Test for both paths.",
              related: [{ message: "The path is rewritten here.", path: found.path }],
            });
          }
        }
        if (before.length < mostRewrites) before.push(...rewritesIn(rule));
      };
    },
  },
});

/** Other variables that contain the path; those named raw may hold the URL as it was sent. */
const isUrl = /^req\.(?:URL|url|url\.uri)$/;

function searchedTexts(expression: ExpressionNode): Pick<ComparedText, "variable" | "literal">[] {
  const compared = expression.parts.flatMap(({ node }) => comparedTexts(expression, node));
  const patterns = expression.parts.flatMap(({ node }) =>
    node.kind === "call" ? formattedTexts(expression, node) : [],
  );
  const matched = patterns.flatMap(({ literal, format, call }) => {
    const target = format === "regular-expression" ? patternTarget(call) : undefined;
    const variable = target && expression.variableOf(target);
    return variable === undefined ? [] : [{ variable, literal }];
  });
  return [...compared, ...matched];
}

/** Bounds the time for a policy with thousands of rewrites. */
const mostRewrites = 50;

interface UrlRewrite {
  readonly rule: RuleNode;
  readonly path: string;
  readonly texts: readonly string[];
}

function rewritesOf(rules: readonly RuleNode[]): UrlRewrite[] {
  const rewrites: UrlRewrite[] = [];
  for (const rule of rules) {
    if (rewrites.length >= mostRewrites) break;
    rewrites.push(...rewritesIn(rule));
    rule.forget();
  }
  return rewrites;
}

function rewritesIn(rule: RuleNode): UrlRewrite[] {
  if (endingAction(rule) !== undefined) return [];
  return rule.actions.flatMap((action) => {
    const { rewrite, changes = [] } = action.definition ?? {};
    // A redirect makes a new URL too, but for another request.
    if (rewrite === undefined || changes.length === 0) return [];
    const texts = [action.field(rewrite.from), action.field(rewrite.to)].filter(isPlainPath);
    return texts.length === 0 ? [] : [{ rule, path: action.path, texts }];
  });
}

function isPlainPath(text: unknown): text is string {
  return typeof text === "string" && /^[\w/.-]*\/[\w/.-]*$/.test(text) && text !== "/";
}
