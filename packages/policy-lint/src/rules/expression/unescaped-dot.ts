import { placeInLiteral, shortened } from "@traffic-policy/policy-language";
import { domainDots } from "../../analysis/expression/domain-dots.ts";
import { formattedLiterals } from "../../analysis/expression/formatted-literals.ts";
import { patternTarget } from "../../analysis/expression/pattern-target.ts";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { variableOf } from "../../analysis/expression/variable-of.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "In a regular expression, a dot in the name of a domain matches any character.",
    wrong: `{ "inbound": [ { "name": "own hosts", "expressions": ["req.host.matches('^(www|api).example.com$')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "own hosts", "expressions": ["req.host.matches('^(www|api)[.]example[.]com$')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A dot stands for any character, so `example.com` also matches `example-com.attacker.net`. Only patterns that are surely about a domain are reported: a name with a well-known ending, or nothing but a name up to the end of a host.",
  },
  visit: {
    expression(node, report) {
      for (const { literal, call } of formattedLiterals(node, "regular-expression")) {
        const { span, value } = literal;
        const target = patternTarget(call);
        const form = target && variableOf(node, target)?.form;
        const dots = domainDots(value, form === "host" || form === "host-and-port");
        if (span === undefined) continue;
        const places = dots.map((dot) => placeInLiteral(node.text, span, dot));
        const [first] = places;
        if (first === undefined) continue;
        report({
          ...node.at(first),
          message: `This dot in ${shortened(value)} matches any character.`,
          help: "Write [.] for a dot and nothing else.",
          fix: {
            title: "Write [.]",
            // What else the pattern matched is probably not meant, but nobody can tell.
            safe: false,
            edits: editsOf(
              node,
              places.map((place) => ({ span: place, text: "[.]" })),
            ),
          },
        });
      }
    },
  },
});
