import { answersOf, openQuestions, type OpenQuestion } from "@traffic-policy/policy-engine";
import type { Format } from "../../program/options.ts";
import { printJson } from "../../report/json.ts";
import type { Terminal } from "../../terminal.ts";
import type { OpenQuestionsOutput } from "./output.ts";
import { valueText } from "../../simulation/report/dependence-lines.ts";

/** Prints what the documentation of the service leaves open, with the defaults and why they are so. */
export function printOpenQuestions(format: Format, terminal: Terminal): void {
  const questions: [string, OpenQuestion][] = Object.entries(openQuestions);
  if (format === "json") {
    const options = questions.map(([name, question]) => ({ name, ...question }));
    const output: OpenQuestionsOutput = { version: 1, options };
    printJson(output, terminal);
    return;
  }
  const { out, style } = terminal;
  const texts = questions.map(([name, question]) =>
    [
      `${style.bold(name)}=${valueText(question.default)}`,
      `  ${question.question}`,
      `  ${answersOf(question)}`,
      `  ${style.dim(question.why)}`,
      "",
    ].join("\n"),
  );
  out(texts.join("\n"));
}
