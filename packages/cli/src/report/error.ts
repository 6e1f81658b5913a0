import type { Files } from "@traffic-policy/project";
import { excerpt } from "@traffic-policy/report";
import { getOrAdd, listed, printable } from "@traffic-policy/policy-language/internal";
import { type Terminal, type Context, CommandError } from "../context.ts";
import type { FailureOutput } from "./failure/output.ts";
import { printJson } from "./json.ts";

type Printing = Pick<Context, "terminal"> & Partial<Pick<Context, "files">>;

const bugSentence = "This is a bug in traffic-policy; please report it.";

export function printError(error: unknown, { terminal: { err, errStyle }, files }: Printing): void {
  const label = errStyle.red(errStyle.bold("error:"));
  if (error instanceof CommandError) {
    err(`${label} ${printable(error.message)}\n`);
    const { range } = error;
    if (range !== undefined && files !== undefined) {
      const text = sourceTexts(files)(range.file);
      // What may be a secret in the line is not shown.
      for (const line of excerpt(range, text, errStyle.red, errStyle, [range])) err(`${line}\n`);
    }
    if (error.help !== undefined) err(`  ${errStyle.blue("help:")} ${printable(error.help)}\n`);
    return;
  }
  // Not foreseen, so the stack is what whoever mends it needs.
  err(`${label} ${bugSentence}\n`);
  err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

export function printErrorJson(error: unknown, terminal: Terminal): void {
  const known = error instanceof CommandError ? error : new Error(bugSentence);
  const output: FailureOutput = { version: 1, error: toReportedError(known) };
  printJson(output, terminal);
}

const mostNamed = 5;

/** Prints errors of targets, grouping equal errors, as when a service is down. */
export function printTargetErrors(
  targets: readonly { readonly name: string; readonly error?: Error | undefined }[],
  terminal: Terminal,
): void {
  const names = new Map<string, string[]>();
  for (const { name, error } of targets) {
    if (error === undefined) continue;
    const reason = JSON.stringify(toReportedError(error));
    getOrAdd(names, reason, () => []).push(name);
  }
  for (const [reason, concerned] of names) {
    const { message, help } = JSON.parse(reason) as ReportedError;
    printError(new CommandError(`${listed(concerned, mostNamed)}: ${message}`, { help }), {
      terminal,
    });
  }
}

export interface ReportedError {
  readonly message: string;
  readonly help: string | undefined;
}

export function toReportedError(error: Error): ReportedError {
  const help: unknown = "help" in error ? error.help : undefined;
  return { message: error.message, help: typeof help === "string" ? help : undefined };
}

export function sourceTexts(files: Files): (file: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  return (file) => {
    if (!texts.has(file)) {
      // Columns do not count a byte order mark.
      const text = files.textIfReadable(files.resolve(file));
      texts.set(file, text?.replace(/^\ufeff/, ""));
    }
    return texts.get(file);
  };
}
