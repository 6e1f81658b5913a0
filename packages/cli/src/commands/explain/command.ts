import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { configOption, formatOption } from "../../program/options.ts";

export default {
  group: "check",
  order: 30,
  summary: "explain a rule, action, variable or error code",
  description:
    "Explains a lint rule, what `audit --site` finds, an action, a variable, a function, or an error code of the service. Without a name, lists the lint rules and their severities, including custom rules.",
  options: (command) =>
    command
      .argument("[name]", "such as expression/syntax, rate-limit, req.url.path or ERR_NGROK_2207")
      .addOption(configOption())
      .addOption(formatOption()),
  examples: {
    "All lint rules": "traffic-policy explain",
    "The rule about syntax errors in expressions": "traffic-policy explain expression/syntax",
    "An action with its config": "traffic-policy explain rate-limit",
    "What `audit --site` reports": "traffic-policy explain site/unknown-target",
    "What the service means by a code": "traffic-policy explain ERR_NGROK_2207",
  },
} satisfies ProgramCommandDefinition;
