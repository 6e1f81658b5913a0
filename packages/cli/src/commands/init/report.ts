import { printable } from "@traffic-policy/policy-language/internal";
import type { Step } from "./step.ts";
import type { Style } from "../../context.ts";

export function renderStep({ path, what, why }: Step, dryRun: boolean, style: Style): string {
  const word = dryRun ? `would ${what}` : done[what];
  const width = dryRun ? "would write".length : "skipped".length;
  const more = why === undefined ? "" : style.dim(`  ${printable(why)}`);
  return `${colors[what](style)(word.padEnd(width))}  ${printable(path)}${more}\n`;
}

export function conclusion(
  steps: readonly Step[],
  next: readonly string[],
  dryRun: boolean,
  style: Style,
): string {
  if (dryRun) return "\nNothing was written.\n";
  if (!steps.some(({ what }) => what === "write" || what === "add")) {
    return "\nNothing had to be written.\n";
  }
  return `\n${style.bold("Next:")}\n${next.map((line) => `  ${printable(line)}\n`).join("")}`;
}

const done: Readonly<Record<Step["what"], string>> = {
  write: "wrote",
  add: "changed",
  keep: "kept",
  skip: "skipped",
};

const colors: Readonly<Record<Step["what"], (style: Style) => (text: string) => string>> = {
  write: (style) => style.green,
  add: (style) => style.green,
  keep: (style) => style.dim,
  skip: (style) => style.yellow,
};
