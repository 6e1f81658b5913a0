import { stripVTControlCharacters } from "node:util";
import { everyCommand } from "../every-command.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** The reference of the command, from what its help says on a terminal of 80 columns. */
export async function commandPage(): Promise<GeneratedFile> {
  return {
    path: "docs/command.md",
    text: [
      "<!-- Generated from the help of the command by `pnpm generate`; do not edit. -->",
      "",
      "# The command",
      "",
      "Results go to stdout and everything else to stderr. `NO_COLOR` is honoured, nothing is asked where",
      "there is no terminal, and the API key is never printed. [Getting started](getting-started.md) is a",
      "walk through `init`, and shows how a shell completes all this.",
      "",
      ...(await everyCommand()).flatMap(({ command, words }) => [
        `## ${["traffic-policy", ...words].join(" ")}`,
        "",
        "```text",
        stripVTControlCharacters(
          command.configureHelp({ helpWidth: 80 }).helpInformation(),
        ).trimEnd(),
        "```",
        "",
      ]),
    ].join("\n"),
  };
}
