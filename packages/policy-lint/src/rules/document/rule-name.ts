import { toPointer } from "@traffic-policy/policy-language";
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
      const [first] = Object.keys(value);
      report({
        // The whole rule may be many lines long.
        ...(first === undefined ? { path } : { path: path + toPointer([first]), part: "key" }),
        message: "The rule has no name.",
        help: "Add a short name that says what the rule is for.",
      });
    },
  },
});
