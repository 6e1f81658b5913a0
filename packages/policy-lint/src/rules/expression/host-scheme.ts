import { shortened } from "@traffic-policy/policy-language/internal";
import { writeInstead } from "../../analysis/expression/replacement.ts";
import { comparesWhole } from "../../nodes/expression-parts.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A host is compared with a text that has a scheme, a path or a port.",
    wrong: `{ "inbound": [ { "expressions": ["req.host == 'https://example.com'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.host == 'example.com'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A host is a name or an address, so the comparison matches hardly any request. Only `req.host` can have a port, as in the header `host`. The fix changes what the rule matches; review it first.",
  },
  only: { comparedText: ({ form }) => form === "host" || form === "host-and-port" },
  visit: {
    comparedText({ expression, variable, comparison, literal }, report) {
      const { form, name } = variable;
      if (form !== "host" && form !== "host-and-port") return;
      const { value } = literal;
      const part = partBeside(value, form === "host" && toTheEnd.has(comparison));
      if (part === undefined) return;
      const host = hostIn(value, form);
      report({
        ...expression.at(literal.span),
        message: `${name} has no ${part}, but '${shortened(value)}' has one.`,
        help: host === undefined ? "Compare it with a host." : `Write '${shortened(host)}'.`,
        // That the host has no port is likely, but not documented.
        ...(part === "port" && { atMost: "info" }),
        ...(host !== undefined &&
          comparesWhole(comparison) && { fix: writeInstead(expression, literal, host) }),
      });
    },
  },
});

const toTheEnd: ReadonlySet<string> = new Set(["==", "!=", "in", "endsWith"]);

/** A port after a name or an IPv4 address; a bare IPv6 address has colons, but no port. */
const port = /^(\[[^\]]*\]|[^:]*):\d+$/;

function partBeside(text: string, withoutPort: boolean): string | undefined {
  if (text.includes("://")) return "scheme";
  if (text.includes("/")) return "path";
  return withoutPort && port.test(text) ? "port" : undefined;
}

function hostIn(text: string, form: "host" | "host-and-port"): string | undefined {
  const [, authority = ""] = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/]*)/i.exec(text) ?? [];
  const host = form === "host" ? (port.exec(authority)?.[1] ?? authority) : authority;
  return host === "" ? undefined : host;
}
