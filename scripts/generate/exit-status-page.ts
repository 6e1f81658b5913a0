import { everyCommand } from "../every-command.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** The reference of the exit statuses, from what the commands say in their help. */
export async function exitStatusPage(): Promise<GeneratedFile> {
  const [program, ...commands] = (await everyCommand()).flatMap(({ command, words }) => {
    const meanings = command.definition?.exitStatus;
    return meanings === undefined ? [] : [{ words, meanings }];
  });
  return {
    path: "docs/exit-status.md",
    text: [
      "<!-- Generated from the help of the commands by `pnpm generate`; do not edit. -->",
      "",
      "# Exit status",
      "",
      "Every command ends with one of three:",
      "",
      "| status | meaning |",
      "| --- | --- |",
      ...(program?.meanings ?? []).map((meaning, status) => `| ${status} | ${meaning} |`),
      "",
      "So a hook or a CI job can stop at anything but 0, and a script that compares can take 1 for an",
      "answer and 2 for none. What that is for single commands:",
      "",
      "| command | 0 | 1 | 2 |",
      "| --- | --- | --- | --- |",
      ...commands.map(
        ({ words, meanings }) => `| \`${words.join(" ")}\` | ${meanings.join(" | ")} |`,
      ),
      "",
      "Any other command ends with 0 or 2. Of several targets or files, what went worst decides.",
      "",
    ].join("\n"),
  };
}
