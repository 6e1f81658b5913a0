import { Option } from "commander";
import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { exchangeOptions, type GivenExchangeOptions } from "../../program/exchange-options.ts";
import {
  behaviourOption,
  configurationOptions,
  protocolOption,
  stubOption,
  type SimulatingOptions,
} from "../../program/options.ts";

export type PictureFormat = "svg" | "mermaid";

export interface DrawOptions extends GivenExchangeOptions, SimulatingOptions, ConfigurationOptions {
  readonly format: PictureFormat;
  readonly detail?: "full" | "brief" | "matched";
  /** A file, or a folder. */
  readonly out?: string;
  readonly force?: true;
  /** Draw the second policy, with its differences from the first one. */
  readonly compare?: true;
  readonly site?: true;
}

export default {
  group: "try",
  order: 65,
  summary: "draw policies as pictures",
  description:
    "Draws policies: their rules in order, what ends processing, and where everything else goes on; with a request also its path, as simulate finds it, and with --compare what differs between two. Nothing is sent. Without arguments, draws the policies of all targets.",
  options: (command) =>
    configurationOptions(
      exchangeOptions(
        command
          .argument(
            "[policy...]",
            "policy files, or names of targets of the configuration; with --site, files and folders",
          )
          .option("--site", "draw the endpoints of files and the forwards between them")
          .addOption(
            new Option("--format <format>", "the format of the picture")
              .choices(["svg", "mermaid"])
              .default("svg"),
          )
          .addOption(
            new Option(
              "--detail <detail>",
              "how much is drawn of rules: all of each, a line for each, or those that the request matches (default: by their number)",
            ).choices(["full", "brief", "matched"]),
          )
          .option(
            "--compare",
            "draw the second of two policies, and mark what was added, removed, changed or moved since the first",
          )
          .option("--out <file>", "write the picture to this file, or pictures to this folder")
          .option("--force", "overwrite a file that is not a picture of a policy"),
      )
        .optionsGroup("How the request is simulated:")
        .addOption(protocolOption())
        .addOption(behaviourOption())
        .addOption(stubOption()),
    ),
  exitStatus: [
    "drawn",
    "drawn, but with the request an expression or an action fails",
    "it could not be drawn: no such policy, an impossible exchange, or a file that cannot be written",
  ],
  examples: {
    "A picture of a policy": "traffic-policy draw web --out web.svg",
    "With the path of a request":
      "traffic-policy draw web --request 'POST https://shop.example/' --out post.svg",
    "What a change does to the rules": "traffic-policy draw before.json after.json --compare",
    "For Markdown": "traffic-policy draw web --format mermaid",
    "How the endpoints of a folder work together":
      "traffic-policy draw --site cluster --out site.svg",
    "The policies of all targets, one file each": "traffic-policy draw --out pictures/",
  },
} satisfies ProgramCommandDefinition;
