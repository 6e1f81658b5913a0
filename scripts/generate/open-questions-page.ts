import { openQuestions, type OpenQuestion } from "../../packages/policy-engine/src/options.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { cell } from "./markdown-cell.ts";

/** The page of what the service's documentation leaves open, from the options of the engine. */
export function openQuestionsPage(): GeneratedFile {
  return {
    path: "docs/open-questions.md",
    text: [
      "<!-- Generated from the options of the engine by `pnpm generate`; do not edit. -->",
      "",
      "# Open questions",
      "",
      "What the service's documentation does not say, or says in several ways, is an option of",
      "[simulating](simulating.md). Nothing of it is decided anywhere else.",
      "",
      "| option | default | what it is about | why this default |",
      "| --- | --- | --- | --- |",
      ...Object.entries(openQuestions).map(
        ([name, one]: [string, OpenQuestion]) =>
          `| \`${name}\` | ${defaultsOf(one)} | ${cell(one.question)} | ${cell(one.why)} |`,
      ),
      "",
    ].join("\n"),
  };
}

function defaultsOf({ default: usual, defaultIn = {} }: OpenQuestion): string {
  const own = Object.entries(defaultIn).map(
    ([dialect, value]) => `, in ${dialect} \`${JSON.stringify(value)}\``,
  );
  return `\`${JSON.stringify(usual)}\`${own.join("")}`;
}
