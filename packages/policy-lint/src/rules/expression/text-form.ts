import { type TextForm } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import { comparesWhole, type Comparison } from "../../nodes/expression-parts.ts";
import { writeInstead } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A scheme, a path, a query string or a media type is compared with a text that it almost never equals.",
    wrong: `{ "inbound": [ { "expressions": ["req.url.query == '?debug=1'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.query == 'debug=1'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A scheme is `http` or `https`, a path does not include the query string, a query string does not include the `?` before it, and a media type does not include parameters such as `charset`. So the comparison matches hardly any request: a query string begins with `?` only where the URL has two of them. The fix changes what the rule matches; review it first.",
  },
  only: { comparedText: ({ form }) => form !== undefined && mistakeIn[form] !== undefined },
  visit: {
    comparedText({ expression, variable, comparison, literal }, report) {
      const { form, name } = variable;
      const mistake = form && mistakeIn[form]?.(literal.value, comparison);
      if (mistake === undefined) return;
      const { says, help, meant } = mistake;
      report({
        ...expression.at(literal.span),
        message: `${name} ${says}.`,
        help: meant === undefined ? help : `Write '${shortened(meant)}'.`,
        ...(meant !== undefined && { fix: writeInstead(expression, literal, meant) }),
      });
    },
  },
});

interface Mistake {
  readonly says: string;
  readonly help: string;
  readonly meant?: string;
}

type Look = (text: string, comparison: Comparison) => Mistake | undefined;

const mistakeIn: Readonly<Partial<Record<TextForm, Look>>> = {
  scheme(text, comparison) {
    if (!comparesWhole(comparison) || /^(?:https?)?$/.test(text)) return undefined;
    const meant = /^(https?)(?::\/*)?$/.exec(text.toLowerCase())?.[1];
    const says = `is http or https, not '${shortened(text)}'`;
    return { says, help: "Write 'http' or 'https'.", ...(meant !== undefined && { meant }) };
  },
  query(text, comparison) {
    // A second ? can occur anywhere, but the name after the first ? starts the query string.
    const isAnywhere = comparison === "endsWith" || comparison === "contains";
    if (!(isAnywhere ? /^\?\w/ : /^\?/).test(text)) return undefined;
    return {
      says: `does not include the leading ?, but '${shortened(text)}' begins with one`,
      help: "Remove the ?.",
      meant: text.slice(1),
    };
  },
  path(text) {
    if (!/^[^?]*\?[\w.%[\]-]+=/.test(text)) return undefined;
    return {
      says: `does not include the query string, but '${shortened(text)}' has one`,
      help: "Also test req.url.query_params, or test req.url.uri.",
    };
  },
  "media-type"(text, comparison) {
    if (!text.includes(";")) return undefined;
    const meant = text.replace(/\s*;.*$/s, "");
    return {
      says: `does not include parameters, but '${shortened(text)}' has some`,
      help: "Test the field `parameters`, or `raw` for the full text.",
      ...(comparesWhole(comparison) && meant !== "" && { meant }),
    };
  },
};
