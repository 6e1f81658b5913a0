import { defineRule } from "traffic-policy";

export const noGeo = defineRule({
  severity: "error",
  docs: {
    what: "A condition asks where the client is.",
    wrong:
      '{ "inbound": [{ "name": "Abroad", "expressions": ["conn.geo.country_code != \'NO\'"], "actions": [{ "type": "deny" }] }] }',
    right:
      '{ "inbound": [{ "name": "Outside", "expressions": ["!inCidrRange(conn.client_ip, \'192.0.2.0/24\')"], "actions": [{ "type": "deny" }] }] }',
    why: "Our lawyers want no decision by country.",
  },
  only: {
    variable: ({ name, renamedTo = name }) => renamedTo.startsWith("conn.geo."),
  },
  visit: {
    variable({ definition, span, expression }, report) {
      if (expression.role !== "condition") return;
      report({
        ...expression.at(span),
        message: `${definition.name} tells where the client is.`,
        help: "Ask for addresses: inCidrRange(conn.client_ip, …).",
      });
    },
  },
});
