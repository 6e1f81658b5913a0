import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "A rule has no actions.",
    wrong: '{ "inbound": [ { "name": "Old API", "actions": [] } ] }',
    right: '{ "inbound": [ { "name": "Old API", "actions": [ { "type": "deny" } ] } ] }',
    why: "The service refuses a policy with such a rule. Where it does not, the rule does nothing, which is hardly what its author wanted.",
  },
  visit: {
    rule({ path, value }, report) {
      const { actions, name } = value;
      if (Array.isArray(actions) ? actions.length > 0 : actions !== undefined && actions !== null)
        return;
      const called = typeof name === "string" && name !== "" ? `The rule "${name}"` : "The rule";
      report({
        path: actions === undefined ? path : `${path}/actions`,
        message: `${called} has no actions.`,
        help: 'Add what the rule shall do, such as { "type": "deny" }, or remove the rule.',
      });
    },
  },
});
