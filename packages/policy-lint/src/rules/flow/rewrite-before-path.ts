import { comparedTexts, type ComparedText } from "../../analysis/expression/compared-texts.ts";
import { formattedLiterals } from "../../analysis/expression/formatted-literals.ts";
import { patternTarget } from "../../analysis/expression/pattern-target.ts";
import { variableOf } from "../../analysis/expression/variable-of.ts";
import { alongDirection } from "../../analysis/flow/along-direction.ts";
import { urlRewrites, type UrlRewrite } from "../../analysis/flow/rewrites.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { Place } from "../../nodes/place.ts";
import { ruleTitle } from "../../analysis/flow/rule-title.ts";
import { defineRule } from "../../rule.ts";

const rewritesBefore = alongDirection((): UrlRewrite[] => []);
/** Those of the first direction, by the places of the others. */
const rewritesOfRequest = new WeakMap<Place, readonly UrlRewrite[]>();

export default defineRule({
  severity: "info",
  docs: {
    what: "A condition asks for a path that an earlier rule rewrites.",
    wrong: `{ "inbound": [ { "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/", "to": "/v2/" } } ] }, { "expressions": ["req.url.path.startsWith('/v1/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/v1/')"], "actions": [ { "type": "deny" } ] }, { "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/", "to": "/v2/" } } ] } ] }`,
    why: "Whether the rules after a rewrite, outbound ones among them, see the path as the client sent it or as it was rewritten is not documented. In the other order there is no question; `laterRulesSee` is the option of a simulation for it.",
  },
  visit: {
    document(node) {
      const [first = ""] = node.dialect.directions;
      const later = node.rules.filter(({ place }) => place.direction !== first);
      if (later.length === 0) return;
      const rewrites: UrlRewrite[] = [];
      for (const rule of node.rulesOf(first)) {
        if (rewrites.length >= mostRewrites) break;
        rewrites.push(...urlRewrites(rule));
        rule.forget();
      }
      for (const { place } of later) rewritesOfRequest.set(place, rewrites);
    },
    rule(rule, report) {
      const before = rewritesBefore(rule);
      const earlier = [...(rewritesOfRequest.get(rule.place) ?? []), ...before];
      for (const condition of earlier.length === 0 ? [] : rule.conditions) {
        for (const { variable, literal } of [...comparedTexts(condition), ...patterns(condition)]) {
          const found =
            (variable.form === "path" || isUrl.test(variable.name)) &&
            earlier.find(({ texts }) => texts.some((text) => literal.value.includes(text)));
          if (!found) continue;
          report({
            ...condition.at(literal.span),
            message: `${variable.name} is rewritten by ${ruleTitle(found.rule)}; whether this rule sees the old path or the new one is not documented.`,
            help:
              found.rule.place === rule.place
                ? "Put this rule before the one that rewrites."
                : "Ask for both paths.",
            related: [{ message: "The path is rewritten here.", path: found.path }],
          });
        }
      }
      if (before.length < mostRewrites) before.push(...urlRewrites(rule));
    },
  },
});

/** What else has the path in it; what is named raw may be the URL as it came. */
const isUrl = /^req\.(?:URL|url|url\.uri)$/;

/** The regular expressions that variables are matched with. */
function patterns(node: ExpressionNode): Pick<ComparedText, "variable" | "literal">[] {
  return formattedLiterals(node, "regular-expression").flatMap(({ literal, call }) => {
    const target = patternTarget(call);
    const variable = target && variableOf(node, target);
    return variable === undefined ? [] : [{ variable, literal }];
  });
}

/** So that a policy with thousands of rewrites takes no longer. */
const mostRewrites = 50;
