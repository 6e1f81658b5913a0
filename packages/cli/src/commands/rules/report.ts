import type { Format } from "../../program/options.ts";
import { printJson } from "../../report/json.ts";
import { renderTable } from "@traffic-policy/report";
import type { Terminal } from "../../context.ts";
import type { RulesOutput } from "./output.ts";

export function printRules(output: RulesOutput, format: Format, terminal: Terminal): void {
  if (format === "json") {
    printJson(output, terminal);
    return;
  }
  const rows = output.rules.map(({ name, recommended, strict, fix = "", what }) => [
    name,
    recommended,
    strict,
    fix,
    what,
  ]);
  const headings = ["rule", "recommended", "strict", "fix", "what it finds"];
  terminal.out(renderTable(headings, rows, terminal.style));
}
