import { headerNames, nearMiss, shortened } from "@traffic-policy/policy-language/internal";
import { removedHeaders, setHeaders } from "../../analysis/config-values.ts";
import { isText } from "../../nodes/tree-parts.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "The name of a header is misspelt.",
    wrong: `{ "inbound": [ { "name": "elsewhere", "expressions": ["!('referrer' in req.headers)"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "elsewhere", "expressions": ["!('referer' in req.headers)"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A header that nobody sends is missing in every request, so a condition about it is the same for all of them. Only names that are nearly one of the usual headers are reported.",
  },
  only: {
    action: ({ headers }) => headers !== undefined,
    call: ({ headerName }) => headerName !== undefined,
    access: ({ headerKeys }) => headerKeys !== undefined,
  },
  visit: {
    action(node, report) {
      for (const { name, path } of setHeaders(node)) {
        const finding = complaint(name);
        if (finding) report({ path, part: "key", ...finding });
      }
      for (const { text, path } of removedHeaders(node)) {
        const finding = complaint(text);
        if (finding) report({ path, ...finding });
      }
    },
    call({ expression, node }, report) {
      const [name] = node.arguments;
      const finding = isText(name) && complaint(name.value);
      if (finding) report({ ...expression.at(name.span), ...finding });
    },
    access({ expression, node, key }, report) {
      const [name, span] = isText(key)
        ? [key.value, key.span]
        : node.kind === "select"
          ? [node.field, node.fieldSpan]
          : [];
      const finding = name !== undefined && complaint(name);
      if (finding) report({ ...expression.at(span), ...finding });
    },
  },
});

/** Names of vendor headers often differ from these only in the last word. */
const oftenVaried: ReadonlySet<string> = new Set(["x-real-ip", "x-request-id"]);
const usual = headerNames.filter((name) => name.length >= 6 && !oftenVaried.has(name));
const alsoUsual: ReadonlySet<string> = new Set([
  ...headerNames,
  ..."accept-ch accept-charset accept-patch accept-post content-md5 x-forwarded-port".split(" "),
]);

function complaint(written: string): Pick<Finding, "message" | "help"> | undefined {
  const name = written.toLowerCase();
  if (name.length < 6 || alsoUsual.has(name)) return undefined;
  const meant = nearMiss(name, usual, 1);
  if (meant === undefined) return undefined;
  return {
    message: `There is no usual header "${shortened(name)}".`,
    help: `Did you mean "${meant}"?`,
  };
}
