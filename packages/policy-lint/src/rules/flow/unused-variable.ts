import { type VariableDefinition } from "@traffic-policy/policy-language";
import { filledMaps, shortened } from "@traffic-policy/policy-language/internal";
import { setVariables } from "../../analysis/flow/set-variables.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  strict: "warning",
  tag: "unnecessary",
  docs: {
    what: "A variable of the policy is set, but nothing in its phase reads it.",
    wrong: `{ "on_http_request": [ { "actions": [ { "type": "set-vars", "config": { "vars": [ { "tier": "free" } ] } } ] }, { "expressions": ["req.method == 'TRACE'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "on_http_request": [ { "actions": [ { "type": "set-vars", "config": { "vars": [ { "tier": "free" } ] } } ] }, { "expressions": ["vars.tier == 'free'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A variable exists from the action that sets it to the end of the phase, so another phase cannot read it. Perhaps its name is misspelt where it is read.",
  },
  visit: {
    section({ document: { dialect, memory }, rules, place }, report) {
      const maps = memory.facts.once(filledMaps, () => filledMaps(dialect));
      if (maps.length === 0) return undefined;
      let json: string | undefined;
      return (rule) => {
        for (const variable of rule.actions.flatMap(setVariables)) {
          json ??= JSON.stringify(rules.map(({ value }) => value));
          if (isRead(variable.name, maps, json)) continue;
          report({
            path: variable.path,
            part: "key",
            message: `Nothing in ${place.direction} reads the variable "${shortened(variable.name)}".`,
            help: "Remove it, or read it in the same phase.",
          });
        }
      };
    },
  },
});

function isRead(variable: string, maps: readonly VariableDefinition[], json: string): boolean {
  return maps.some(({ name }) => isReadFrom(variable, name, json));
}

/** True when a text may read a variable of a map: by its name, or by a computed name. */
function isReadFrom(name: string, map: string, json: string): boolean {
  const escaped = name.replace(/[^\w]/g, String.raw`\$&`);
  return new RegExp(
    [
      String.raw`\b${map}\.${escaped}\b`,
      String.raw`\b${map}\.\w+\s*\(`,
      String.raw`\b${map}\s*\[\s*\\?["']${escaped}\\?["']`,
      String.raw`["']${escaped}\\?["']\s+in\s+${map}\b`,
      String.raw`\b${map}\s*\[(?!\s*\\?["'])`,
      String.raw`(?<!")\b${map}\b(?!\s*[.[])(?!")`,
    ].join("|"),
  ).test(json);
}
