import type { Protocol } from "@traffic-policy/policy-language";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { formatOption, protocolOption, type FormatOptions } from "../../program/options.ts";

export interface ConvertOptions extends FormatOptions {
  readonly protocol?: Protocol;
  readonly out?: string;
  readonly force?: true;
}

export default {
  group: "check",
  order: 50,
  summary: "write a policy document as TypeScript",
  description:
    "Writes the TypeScript that builds exactly the policy in a file (.json, .yaml, .ts, .js).",
  options: (command) =>
    command
      .argument("<policy>", "a policy file, or the name of a target of the configuration")
      .addOption(protocolOption())
      .option("--out <file>", "write it to this file; - is stdout")
      .option("--force", "overwrite an existing file")
      .addOption(formatOption()),
  examples: {
    "Print it": "traffic-policy convert web.json",
    "Write it to a file":
      "traffic-policy convert web.json --protocol http --out policies/web.policy.ts",
  },
} satisfies ProgramCommandDefinition;
