import { printExpression } from "@traffic-policy/policy-language";
import {
  compileRegularExpression,
  placeInLiteral,
  shortened,
} from "@traffic-policy/policy-language/internal";
import { fixOf, toWrite, writeInstead } from "../../analysis/expression/replacement.ts";
import { globInPattern, meantByGlob, starAtEnd } from "../../analysis/glob.ts";
import { type ComparedText, comparesWhole } from "../../nodes/expression-parts.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";
import { rangeQuestion } from "../../analysis/address-ranges.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A `*` is used as a wildcard where it is not one.",
    wrong: `{ "inbound": [ { "expressions": ["req.url.path == '/api/*'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/api/')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "`==`, `in` and methods such as `startsWith` compare text literally, and hardly any path, host, address or media type has a `*`. In a regular expression it repeats what precedes it: `/api/*` is `/api` with any number of slashes, so it also matches `/apis`. The fix changes what the rule matches; review it first.",
  },
  only: { formattedText: (format) => format === "regular-expression" },
  visit: {
    comparedText(compared, report) {
      if (!hasStar(compared)) return;
      const { expression, literal } = compared;
      report({
        ...expression.at(literal.span),
        message: `The * in '${shortened(literal.value)}' is a literal asterisk, not a wildcard.`,
        ...instead(compared),
      });
    },
    formattedText({ expression, literal: { span, value } }, report) {
      const found = globInPattern(value) ?? starAtEnd(value);
      if (found === undefined || span === undefined) return;
      // expression/regular-expression reports an invalid pattern.
      if (!compileRegularExpression(value).ok) return;
      const star = { start: found.end - 1, end: found.end };
      report({
        ...expression.at(placeInLiteral(expression.text, span, found)),
        message: `${value.slice(found.start, found.end)} in a regular expression matches any number of slashes, even none.`,
        help: "Write .* for any text, or [^/]* for any text without a slash.",
        fix: fixOf(expression, [{ span: placeInLiteral(expression.text, span, star), text: ".*" }]),
      });
    },
  },
});

function hasStar({ variable: { form, name }, comparison, literal: { value } }: ComparedText) {
  const isWhole = comparesWhole(comparison);
  if (!value.includes("*") || !(isWhole || /\w/.test(value))) return false;
  switch (form) {
    case "path":
      // `*` is the path of a request about the whole server.
      return value !== "*" && (isWhole ? /^\*|[/.]\*|\*(?:\/|$)/ : starAtAnEnd).test(value);
    case "host":
    case "host-and-port":
      // The host of an endpoint for several hosts is not documented.
      return !name.startsWith("endpoint.") && !value.includes("/");
    case "ip-address":
      return comparison !== "startsWith";
    case "media-type":
      return !value.includes(";");
    case undefined:
      return isUrl.test(name) && /\w\/\*{1,2}$|:\/\/\*\./.test(value);
    default:
      return false;
  }
}

/** Excludes stars in the middle of a text that begin or end a comment in another language. */
const starAtAnEnd = /^[\w./~%-]*[\w-]\/?\*{1,2}$|^\*{1,2}\.?[\w-][\w./~%-]*\*{0,2}$/;

const isUrl = /^req\.(?:URL|url(?:\.(?:raw|raw_path|uri))?)$/;

function instead(compared: ComparedText): Pick<Finding, "help" | "fix"> {
  const { expression, variable, comparison, literal } = compared;
  const { name, form } = variable;
  const example = rangeQuestion(expression.place.dialect, name, ["192.0.2.0/24"]);
  if (form === "ip-address" && example !== undefined) {
    return { help: `Test for a range of addresses: ${example}.` };
  }
  const meant = meantByGlob(literal.value);
  if (meant === undefined) {
    return { help: "Use matches with a regular expression, where [^/]* is any text without a /." };
  }
  const { method, value } = meant;
  if (comparison === method) {
    const fix = writeInstead(expression, literal, value);
    return { help: `${fix.title}.`, fix };
  }
  const call = `${name}.${method}(${printExpression({ ...literal, value })})`;
  if (comparison !== "==" && comparison !== "!=") return { help: `Use ${call}.` };
  const text = comparison === "==" ? call : `!${call}`;
  const { span } = compared.node;
  return {
    help: `${toWrite(text)}.`,
    ...(span && { fix: fixOf(expression, [{ span, text }]) }),
  };
}
