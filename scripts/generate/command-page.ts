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
      "Results go to stdout and everything else to stderr. Nothing is asked where there is no terminal, and the API",
      "key is never printed. [Getting started](getting-started.md) is a walk through `init`, and shows how a shell",
      "completes all this.",
      "",
      "There are colours on a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` asks for them elsewhere, too. Every",
      "command takes `--color` and `--no-color`, before its name or after it, and they win over both variables.",
      "",
      "On a terminal, lines end before its width: sentences are wrapped, long lines of code are cut around what is marked,",
      "and the last column of a wide table goes below the others. The terminal says how wide it is; where it does not,",
      "`COLUMNS` does, or it is taken to be 80. URLs, paths and literals in code are never broken, and a long command can",
      "be copied, because its lines end in a backslash. In a file or a pipe, no line is wrapped, whatever `COLUMNS` says, so that",
      "`grep` finds a sentence in one line. The width changes only what is for people: all other formats stay the same.",
      "Bars have blocks on a terminal whose locale (`LC_ALL`, `LC_CTYPE`, `LANG`) is in UTF-8, and `#` elsewhere.",
      "",
      "A path names a regular file. Named pipes, sockets and devices are refused, because reading one may never",
      "end, and so are files that the system makes up, such as `/proc/self/environ`. This also holds for what a link leads to,",
      "and for each `package.json` that Node.js reads for code. A policy, a configuration and any other document may have",
      "5 MB, other files 100 MB. What the shell has opened is read: `--api-key-file <(pass show key)`, `--exchange /dev/stdin`. A policy",
      "cannot come this way, because its language is known by its name: `lint --stdin-filename web.yaml` does that.",
      "An empty argument is a mistake, and so is an empty value that is not a text.",
      "",
      "Ctrl-C or Ctrl-D at a question cancels the command: nothing is done, and the exit status is 2.",
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
