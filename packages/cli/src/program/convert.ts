import { Option, type Command } from "commander";
import { formatOption, type Done } from "../command-options.ts";
import { withExamples } from "../help/sections.ts";
import { protocols, type ConvertOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `convert`. */
export function addConvertCommand(program: Command, terminal: Terminal, done: Done): void {
  const command = program
    .command("convert")
    .summary("write a policy document as TypeScript")
    .description(
      "Writes the TypeScript that builds exactly the policy in a file (.json, .yaml, .ts, .js).",
    )
    .argument("<file>", "a policy file")
    .addOption(new Option("--protocol <protocol>", "what the policy is for").choices(protocols))
    .option("--out <file>", "write it to this file")
    .option("--force", "write over a file that is there")
    .addOption(formatOption())
    .action(async (file: string, options: ConvertOptions) => {
      const { convert } = await import("../commands/convert.ts");
      done(await convert(file, options, terminal));
    });
  withExamples(
    command,
    { what: "To look at", line: "traffic-policy convert web.json" },
    {
      what: "Into a file of its own",
      line: "traffic-policy convert web.json --protocol http --out policies/web.policy.ts",
    },
  );
}
