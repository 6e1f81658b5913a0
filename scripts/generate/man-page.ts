import type { CommandDefinition } from "../../packages/cli/src/program/definition.ts";
import { everyCommand, type ListedCommand } from "../every-command.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { roff } from "./roff.ts";

/** The man page of the command, from what its help says. It has no date: nothing else would change with it. */
export async function manPage(): Promise<GeneratedFile> {
  const [program, ...commands] = await everyCommand();
  if (program === undefined) throw new Error("there is no program");
  const { description = "", exitStatus, examples } = program.command.definition ?? {};
  const lines = [
    String.raw`.\" Generated from the help of the command by pnpm generate; do not edit.`,
    '.TH TRAFFIC\\-POLICY 1 "" "traffic\\-policy" "User Commands"',
    // A word that is broken or a line that is stretched can no longer be copied.
    ".nh",
    ".ad l",
    ".SH NAME",
    `${roff("traffic-policy")} \\- ${roff(description.replace(/\.$/, ""))}`,
    ".SH SYNOPSIS",
    `.B ${roff("traffic-policy")}`,
    "[options] [command]",
    ".SH OPTIONS",
    ...optionLines(program),
    ".SH COMMANDS",
    ...commands.flatMap(commandLines),
    ".SH EXIT STATUS",
    ...exitStatusLines(exitStatus),
    ".SH EXAMPLES",
    ...exampleLines(examples),
  ];
  return {
    path: "packages/cli/man/traffic-policy.1",
    text: lines.map((line) => `${line}\n`).join(""),
  };
}

function commandLines(listed: ListedCommand): string[] {
  const { command } = listed;
  const { description = "", notes = [], exitStatus, examples } = command.definition ?? {};
  const helper = command.createHelp();
  return [
    `.SS ${roff(helper.commandUsage(command))}`,
    roff(description),
    ...helper
      .visibleArguments(command)
      .flatMap((one) => [
        ".TP",
        italic(helper.argumentTerm(one)),
        roff(helper.argumentDescription(one)),
      ]),
    ...optionLines(listed),
    ...notes.flatMap(({ heading, text }) => [...headed(`${heading}:`), ...noteLines(text)]),
    ...(exitStatus === undefined
      ? []
      : [...headed("Exit status:"), ...exitStatusLines(exitStatus)]),
    ...(examples === undefined ? [] : [...headed("Examples:"), ...exampleLines(examples)]),
  ];
}

/** Every command has `--help`, so it is listed once. */
function optionLines({ command, words }: ListedCommand): string[] {
  const helper = command.createHelp();
  const listed = helper
    .visibleOptions(command)
    .filter(({ long }) => words.length === 0 || long !== "--help");
  const groups = helper.groupItems(listed, listed, ({ helpGroupHeading = "" }) => helpGroupHeading);
  // Those without a heading come first, so that they stand under none.
  const ordered = [...groups].toSorted(
    ([one], [other]) => Number(one !== "") - Number(other !== ""),
  );
  return ordered.flatMap(([heading, options]) => [
    ...(heading === "" ? [] : headed(heading)),
    ...options.flatMap((option) => [
      ".TP",
      helper
        .optionTerm(option)
        .split(/(<[^>]+>)/)
        .map((part) => (part.startsWith("<") ? italic(part) : flags(part)))
        .join(""),
      roff(helper.optionDescription(option)),
    ]),
  ]);
}

function flags(text: string): string {
  return text
    .split(/(--?\w[\w-]*)/)
    .map((part) => (part.startsWith("-") ? `\\fB${roff(part)}\\fR` : roff(part)))
    .join("");
}

function italic(text: string): string {
  return `\\fI${roff(text)}\\fR`;
}

function headed(heading: string): string[] {
  return [".PP", `\\fB${roff(heading)}\\fR`];
}

/** Lines that are aligned stay so; others are filled. */
function noteLines(text: string): string[] {
  const lines = text.split("\n").map(roff);
  return text.includes("  ")
    ? [".RS 4", ...verbatim(lines), ".RE"]
    : [".RS 4", ...lines.flatMap((line, index) => (index === 0 ? [line] : [".br", line])), ".RE"];
}

function exitStatusLines(statuses: CommandDefinition["exitStatus"]): string[] {
  return (statuses ?? []).flatMap((meaning, status) => [".TP", String(status), roff(meaning)]);
}

function exampleLines(examples: CommandDefinition["examples"]): string[] {
  return Object.entries(examples ?? {}).flatMap(([what, line], index) => [
    ...(index === 0 ? [] : [".PP"]),
    ".RS 4",
    roff(`# ${what}`),
    ...verbatim([roff(line)]),
    ".RE",
  ]);
}

function verbatim(lines: readonly string[]): string[] {
  return [".nf", ...lines, ".fi"];
}
