import type { Files } from "@traffic-policy/policy-module";
import type { Context } from "../../context.ts";
import type { Argument, Command, Option } from "commander";
import { exitStatus, type ExitStatus } from "../../exit-status.ts";
import { type Candidate, ruleNames, ruleSettings, targetNames, targetTags } from "./values.ts";
import { argumentAfter, type Place, placeOf } from "./place.ts";

/**
 * `traffic-policy complete`, which the scripts of the shells call: a word and its meaning a line, and
 * at last what the shell has to do itself. Whatever goes wrong, somebody is only typing: there is
 * nothing to complete then.
 */
export default async function complete(
  words: readonly string[],
  { quoted }: { readonly quoted?: true },
  { files, terminal: { out } }: Context,
  { parent: program }: { readonly parent: Command },
): Promise<ExitStatus> {
  try {
    out(lines(await completionFor(program, quoted ? words.map(unquoted) : words, files)));
  } catch {
    // A configuration that cannot be loaded, for example.
  }
  return exitStatus.ok;
}

function lines({ words, shell, unfinished }: Completion): string {
  const all = words
    .filter(({ word }) => !/\p{Cc}/u.test(word))
    .map(({ word, description = "" }) => `${word}\t${description.replaceAll(/\p{Cc}+/gu, " ")}`);
  const kind = shell ?? (unfinished ? "unfinished" : undefined);
  return [...all, ...(kind === undefined ? [] : [`:${kind}`])].map((line) => `${line}\n`).join("");
}

/** What a shell may put where the cursor is. */
interface Completion {
  /** Whole words. */
  readonly words: readonly Candidate[];
  /** What the shell knows by itself, and offers beside the words. */
  readonly shell?: "files" | "folders";
  /** Whether a word goes on after what is completed. */
  readonly unfinished?: true;
}

/**
 * Completes a command line by what the program says of its commands. The configuration is loaded
 * only for the names and tags of targets.
 *
 * @param words - without the program's name; the last one is to be completed
 */
async function completionFor(
  program: Command,
  words: readonly string[],
  files: Files,
): Promise<Completion> {
  const [first, ...others] = words;
  const asksForHelp = first === "help" && others.length > 0;
  const place = placeOf(program, asksForHelp ? others : words);
  const { words: found, ...completion } = asksForHelp
    ? { words: subcommands(place.command) }
    : await candidates(place, files);
  const fitting = found.filter(({ word }) => word.startsWith(place.typed));
  return {
    ...completion,
    words: fitting.map((candidate) => ({ ...candidate, word: place.before + candidate.word })),
  };
}

async function candidates(
  { command, what, typed, argumentsBefore }: Place,
  files: Files,
): Promise<Completion> {
  if (what === "option") return { words: options(command) };
  if (what !== "operand") return valueOf(what, typed, files);
  const argument = argumentAfter(command, argumentsBefore);
  if (argument !== undefined) return valueOf(argument, typed, files);
  const commands = argumentsBefore === 0 ? subcommands(command) : [];
  // Where nothing else can stand, there are only options left.
  return { words: commands.length > 0 ? commands : options(command) };
}

function subcommands(command: Command): Candidate[] {
  const helper = command.createHelp();
  return helper
    .visibleCommands(command)
    .map((one) => ({ word: one.name(), description: helper.subcommandDescription(one) }));
}

function options(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ word: long, description }] : []));
}

/** What a value may be follows from the choices, the name of the option, or that of the value. */
async function valueOf(of: Option | Argument, typed: string, files: Files): Promise<Completion> {
  if (of.argChoices !== undefined) return { words: of.argChoices.map((word) => ({ word })) };
  const option = "long" in of ? of.long : undefined;
  if (option === "--target" || option === "--force") return { words: await targetNames(files) };
  if (option === "--tag") return { words: await targetTags(files) };
  switch (valueName(of)) {
    case "target":
      return { words: await targetNames(files) };
    case "policy":
      return { words: await targetNames(files), shell: "files" };
    case "rule":
      return { words: await ruleNames() };
    case "name=severity":
      return typed.includes("=")
        ? { words: await ruleSettings() }
        : { words: await ruleNames("="), unfinished: true };
    case "file":
    case "path":
    case "plan":
      return { words: [], shell: "files" };
    case "folder":
      return { words: [], shell: "folders" };
    default:
      return { words: [] };
  }
}

function valueName(of: Option | Argument): string {
  if (!("flags" in of)) return of.name();
  return /[<[]([^>\]]+?)(?:\.{3})?[>\]]/.exec(of.flags)?.[1] ?? "";
}

/** A word as a POSIX shell reads it; a quote may be open still. */
function unquoted(word: string): string {
  return word.replaceAll(
    /'([^']*)'?|"((?:\\.|[^"\\])*)(?:"|\\?$)|\\(.?)/gs,
    (_all, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replaceAll(/\\([\\"$`])/g, "$1") ?? escaped ?? "",
  );
}
