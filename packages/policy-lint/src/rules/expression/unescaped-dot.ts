import { type Span } from "@traffic-policy/policy-language";
import { placeInLiteral, shortened } from "@traffic-policy/policy-language/internal";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { patternTarget } from "../../nodes/tree-parts.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "In a regular expression, a dot in a domain name matches any character.",
    wrong: `{ "inbound": [ { "name": "own hosts", "expressions": ["req.host.matches('^(www|api).example.com$')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "own hosts", "expressions": ["req.host.matches('^(www|api)[.]example[.]com$')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A dot matches any character, so `example.com` also matches `example-com.attacker.net`. Only patterns that are clearly about a domain are reported: a name with a well-known ending, or nothing but a name up to the end of a host.",
  },
  only: { formattedText: (format) => format === "regular-expression" },
  visit: {
    formattedText({ expression, literal, call }, report) {
      const { span, value } = literal;
      const target = patternTarget(call);
      const form = target && expression.variableOf(target)?.form;
      const dots = domainDots(value, form === "host" || form === "host-and-port");
      if (span === undefined) return;
      const places = dots.map((dot) => placeInLiteral(expression.text, span, dot));
      const [first] = places;
      if (first === undefined) return;
      report({
        ...expression.at(first),
        message: `This dot in ${shortened(value)} matches any character.`,
        help: "Write [.] to match only a dot.",
        fix: {
          title: "Write [.]",
          // What else the pattern matches is probably not intended, but that is not certain.
          safe: false,
          edits: editsOf(
            expression,
            places.map((place) => ({ span: place, text: "[.]" })),
          ),
        },
      });
    },
  },
});

const label = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const dot = String.raw`(?:\\.|\[\.\]|\.)`;

// What can come before and after a name, so that it is not a part of something else.
const before = String.raw`(?<=^|\^|\/|\||\(|\(\?:|\.\*|\.\+|${dot}|\?|\(\?i\))`;
const after = String.raw`(?=$|\$|\/|:|\||\)|\(|\\)`;

const nameWithEnding = new RegExp(
  `${before}(?:${label}${dot})+(?:com|edu|gov|io|net|org)${after}`,
  "g",
);

/** A dot that does not follow a backslash, so that it matches any character. */
const plainDotBefore = /(?:^|[^\\])(?:\\\\)*\.$/;

const nothingButName = new RegExp(
  String.raw`^((?:\(\?i\))?\^?(?:https\?:\/\/)?)((?:${label}${dot})+${label})(?::\d+)?\$$`,
);

/** No handwritten pattern is longer, and the search takes quadratic time. */
const longest = 1000;

/**
 * Finds the dots of domain names in a pattern that match any character.
 *
 * @param isHost - true when the pattern is matched with a host name: then a pattern that is only a name counts as a
 *   domain, whatever its ending
 */
function domainDots(pattern: string, isHost: boolean): Span[] {
  if (pattern.length > longest) return [];
  const [, prefix = "", whole] = (isHost && nothingButName.exec(pattern)) || [];
  const names =
    whole === undefined
      ? [...pattern.matchAll(nameWithEnding)].map(({ 0: name, index: at }) =>
          // A group in place of the first part of the name, as in `(www|api).example.com`, ends here.
          plainDotBefore.test(pattern.slice(0, at))
            ? { name: `.${name}`, at: at - 1 }
            : { name, at },
        )
      : [{ name: whole, at: prefix.length }];
  return names.flatMap(({ name, at }) =>
    [...name.matchAll(/\\\.|\[\.\]|\./g)]
      .filter(([found]) => found === ".")
      .map((match) => ({ start: at + match.index, end: at + match.index + 1 })),
  );
}
