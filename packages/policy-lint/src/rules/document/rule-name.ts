import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  docs: {
    what: "A rule has no name.",
    wrong: '{ "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Closed for maintenance", "actions": [ { "type": "deny" } ] } ] }',
    why: "A name is optional. With one, `traffic-policy diff` and the logs of the service can say which rule they mean, and a rule that moved or changed is recognized.",
  },
  visit: {
    rule({ path, value }, report) {
      const { name } = value;
      if (name !== undefined && name !== "") return;
      report({
        path,
        message: "The rule has no name.",
        help: "Add a short name that says what the rule is for.",
      });
    },
  },
});
