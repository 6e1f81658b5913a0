import { printable, counted } from "@traffic-policy/policy-language/internal";
import { aligned, widest } from "@traffic-policy/report";
import type { Format } from "../../program/options.ts";
import { printJson } from "../../report/json.ts";
import type { Terminal } from "../../context.ts";
import type { Check, DoctorOutput } from "./output.ts";

export function printChecks(checks: readonly Check[], format: Format, terminal: Terminal): void {
  const { print, style } = terminal;
  const count = (wanted: Check["state"]): number =>
    checks.filter(({ state }) => state === wanted).length;
  const summary = { problem: count("problem"), warning: count("warning") };
  if (format === "json") {
    const output: DoctorOutput = { version: 1, summary, checks };
    printJson(output, terminal);
    return;
  }
  const shown = withoutOrdinary(checks);
  const margin = " ".repeat(widest(shown.map(({ state }) => state)) + 2);
  const heads = aligned(
    shown.map(({ state, message, ...check }) => [
      style[colors[state]](state),
      nameOf(check),
      printable(message),
    ]),
    style,
  );
  const lines = shown.flatMap(({ help }, index) => [
    heads[index] ?? "",
    ...(help === undefined ? [] : [`${margin}${style.blue("help:")} ${printable(help)}`]),
  ]);
  print([...lines, "", conclusion(summary), ""].join("\n"));
}

const mostProjects = 10;

function withoutOrdinary(checks: readonly Check[]): readonly Check[] {
  const projects = new Set(checks.flatMap(({ project }) => project ?? []));
  if (projects.size <= mostProjects) return checks;
  const isOrdinary = ({ project, state }: Check): boolean =>
    project !== undefined && state === "ok";
  const others = checks.filter((check) => !isOrdinary(check));
  const well = projects.size - new Set(others.flatMap(({ project }) => project ?? [])).size;
  const message = `${well} of ${projects.size} projects are in order.`;
  const rest: Check = { name: "projects", state: "ok", message };
  const at = checks.findIndex(isOrdinary);
  const before = checks.slice(0, Math.max(at, 0)).filter((check) => !isOrdinary(check));
  return [...before, ...(well > 0 ? [rest] : []), ...others.slice(before.length)];
}

function nameOf({
  name,
  project,
  environment,
  service,
}: Pick<Check, "name" | "project" | "environment" | "service">): string {
  return printable([name, project ?? [], environment ?? [], service ?? []].flat().join(" "));
}

const colors = { ok: "green", warning: "yellow", problem: "red", skipped: "dim" } as const;

function conclusion(summary: DoctorOutput["summary"]): string {
  const all = Object.entries(summary)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => counted(count, what));
  return all.length === 0 ? "No problems found." : `${all.join(", ")}.`;
}
