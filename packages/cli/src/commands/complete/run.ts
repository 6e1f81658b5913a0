import type { LoadedConfigurations, TargetConfiguration } from "@traffic-policy/project";
import type { Argument, Command, Option } from "commander";
import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import { globalOptions } from "../../program/color-option.ts";
import type { ProgramCommand } from "../../program/program-command.ts";

/**
 * Runs `traffic-policy complete`, which the shells' completion scripts call. Prints a word and its meaning on each
 * line, then an instruction for the shell. Ignores all errors, because the user is still typing: it then completes
 * nothing.
 */
export default async function complete(
  given: readonly string[],
  { quoted, word }: { readonly quoted?: true; readonly word?: string },
  context: Context,
  { parent: program }: { readonly parent: Command },
): Promise<ExitStatus> {
  // PowerShell names the word that is completed apart, because it may leave out one that is empty.
  const words = word === undefined ? given : [...given, word];
  try {
    const plain = quoted ? words.map(unquoted) : words;
    context.terminal.out(lines(await completionFor(program, plain, context)));
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

interface Completion {
  readonly words: readonly Candidate[];
  readonly shell?: "files" | "folders";
  readonly unfinished?: true;
}

/**
 * Completes a command line from the program's command definitions. Loads the configuration only for names and tags of
 * targets.
 *
 * @param words - without the program's name; the last word is completed
 */
async function completionFor(
  program: Command,
  words: readonly string[],
  context: Context,
): Promise<Completion> {
  const [first, ...others] = words;
  const asksForHelp = first === "help" && others.length > 0;
  const place = placeOf(program, asksForHelp ? others : words);
  const { words: found, ...completion } = asksForHelp
    ? { words: subcommands(place.command) }
    : await candidates(place, context);
  const fitting = found.filter(({ word }) => word.startsWith(place.typed));
  return {
    ...completion,
    words: fitting.map((candidate) => ({ ...candidate, word: place.before + candidate.word })),
  };
}

async function candidates(
  { command: named, what, typed, argumentsBefore, config }: Place,
  context: Context,
): Promise<Completion> {
  const known: Known = { context, config };
  const command = defaultIn(named) ?? named;
  if (what === "option") return { words: options(command) };
  if (what !== "operand") return valueOf(what, typed, known);
  const commands = argumentsBefore === 0 ? subcommands(named) : [];
  const argument = argumentAfter(command, argumentsBefore);
  if (argument !== undefined) {
    const { words, ...shell } = await valueOf(argument, typed, known);
    return { words: [...commands, ...words], ...shell };
  }
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
    .concat(globalOptions(command))
    .flatMap(({ long, description }) => (long ? [{ word: long, description }] : []));
}

async function valueOf(of: Option | Argument, typed: string, known: Known): Promise<Completion> {
  if (of.argChoices !== undefined) return { words: of.argChoices.map((word) => ({ word })) };
  const option = "long" in of ? of.long : undefined;
  if (option === "--target" || option === "--force") return { words: await targetNames(known) };
  if (option === "--environment") return { words: await environmentNames(known) };
  if (option === "--tag") return { words: await targetTags(known) };
  switch (valueName(of)) {
    case "target":
      return { words: await targetNames(known) };
    case "policy":
      return { words: await targetNames(known), shell: "files" };
    case "from":
    case "to":
      return { words: await environmentNames(known) };
    case "name":
      return { words: [...(await ruleNames()), ...(await referenceNames())] };
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

interface Known {
  readonly context: Context;
  readonly config: string | undefined;
}

function valueName(of: Option | Argument): string {
  if (!("flags" in of)) return of.name();
  return /[<[]([^>\]]+?)(?:\.{3})?[>\]]/.exec(of.flags)?.[1] ?? "";
}

/** Unquotes a word like a POSIX shell; a quote may still be open. */
function unquoted(word: string): string {
  return word.replaceAll(
    /'([^']*)'?|"((?:\\.|[^"\\])*)(?:"|\\?$)|\\(.?)/gs,
    (_all, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replaceAll(/\\([\\"$`])/g, "$1") ?? escaped ?? "",
  );
}

export interface Place {
  readonly command: Command;
  /** The typed part: for a value after `--format=`, the value. */
  readonly typed: string;
  /** The text before it in the same word: `--format=`. */
  readonly before: string;
  readonly what: Option | "option" | "operand";
  readonly argumentsBefore: number;
  readonly config?: string;
}

/**
 * Reads the words before the cursor as commander does.
 *
 * @param words - without the program's name; the last word is completed
 */
export function placeOf(program: Command, words: readonly string[]): Place {
  const current = words.at(-1) ?? "";
  let command = program;
  let argumentsBefore = 0;
  let optionsEnded = false;
  let open: Option | undefined;
  let values = 0;
  let config: string | undefined;

  const belongsToOption = (word: string): boolean => {
    if (open === undefined) return false;
    if (open.required && values === 0) return true;
    return !looksLikeOption(word) && (values === 0 || open.variadic);
  };

  for (const word of words.slice(0, -1)) {
    if (belongsToOption(word)) {
      values += 1;
      if (open?.long === "--config") config = word;
      continue;
    }
    open = undefined;
    values = 0;
    if (!optionsEnded && word === "--") optionsEnded = true;
    else if (!optionsEnded && looksLikeOption(word)) {
      const option = findOption(defaultIn(command) ?? command, word);
      if (option !== undefined && takesValue(option)) open = option;
      if (word.startsWith("--config=")) config = word.slice("--config=".length);
    } else {
      const next = argumentsBefore === 0 ? findCommand(command, word) : undefined;
      if (next === undefined) {
        argumentsBefore += 1;
        command = defaultIn(command) ?? command;
      } else command = next;
    }
  }

  const place = { command, argumentsBefore, ...(config !== undefined && { config }) };
  if (open !== undefined && belongsToOption(current)) {
    return { ...place, typed: current, before: "", what: open };
  }
  if (optionsEnded || !current.startsWith("-")) {
    return { ...place, typed: current, before: "", what: "operand" };
  }
  const [, name, value] = /^(--[^=]+=)(.*)$/s.exec(current) ?? [];
  const option =
    name === undefined ? undefined : findOption(defaultIn(command) ?? command, name.slice(0, -1));
  return name === undefined || value === undefined || option === undefined
    ? { ...place, typed: current, before: "", what: "option" }
    : { ...place, typed: value, before: name, what: option };
}

export function argumentAfter(command: Command, count: number): Argument | undefined {
  const all = command.registeredArguments;
  const last = all.at(-1);
  return all[count] ?? (last?.variadic === true ? last : undefined);
}

function looksLikeOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

function findOption(command: Command, word: string): Option | undefined {
  return command.options.find(({ short, long }) => word === short || word === long);
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function findCommand(command: Command, word: string): Command | undefined {
  return command.commands.find((one) => one.name() === word || one.aliases().includes(word));
}

function defaultIn(command: Command): Command | undefined {
  const inside = Object.entries((command as ProgramCommand).definition?.commands ?? {});
  const [name] = inside.find(([, { isDefault }]) => isDefault) ?? [];
  return name === undefined ? undefined : findCommand(command, name);
}

export interface Candidate {
  readonly word: string;
  readonly description?: string | undefined;
}

/** Milliseconds that the configuration may run, because a user is waiting. */
const timeLimit = 2_000;

async function targetNames(known: Known): Promise<Candidate[]> {
  return (await targetsIn(known)).map(([word, { kind, edge, route, endpoint }]) => ({
    word,
    description: `${kind} ${[edge, route, endpoint].filter((one) => one !== undefined).join("/")}`,
  }));
}

async function targetTags(known: Known): Promise<Candidate[]> {
  const all = new Map<string, string[]>();
  for (const [name, { tags = [] }] of await targetsIn(known)) {
    for (const tag of tags) all.set(tag, [...(all.get(tag) ?? []), name]);
  }
  return [...all].map(([word, names]) => ({ word, description: names.join(", ") }));
}

async function environmentNames(known: Known): Promise<Candidate[]> {
  const names = (await configurationsIn(known)).flatMap(({ environments }) =>
    environments.flatMap(({ environment }) => environment?.name ?? []),
  );
  return [...new Set(names)].map((word) => ({ word }));
}

/**
 * Names the lint rules, except custom rules of the configuration, which would have to run.
 *
 * @param end - appended to each name
 */
export async function ruleNames(end = ""): Promise<Candidate[]> {
  const { rules } = await import("@traffic-policy/policy-lint");
  return [...rules].map(([name, { docs }]) => ({ word: name + end, description: docs.what }));
}

async function referenceNames(): Promise<Candidate[]> {
  const { readReference } = await import("../explain/reference.ts");
  return [...readReference()].map(([name, [first]]) => ({
    word: name,
    ...(first !== undefined && { description: first.title }),
  }));
}

export async function ruleSettings(): Promise<Candidate[]> {
  const severities = ["error", "warning", "info", "off"];
  const names = await ruleNames("=");
  return names.flatMap(({ word }) => severities.map((severity) => ({ word: word + severity })));
}

async function targetsIn(known: Known): Promise<[string, TargetConfiguration][]> {
  const { labelOf } = await import("@traffic-policy/project/selection");
  const targets = (await configurationsIn(known)).flatMap(({ project, folder, environments }) =>
    environments.flatMap((one) =>
      Object.entries(one.targets).map(([key, target]): [string, TargetConfiguration] => [
        labelOf(key, folder === known.context.files.folder ? undefined : project),
        target,
      ]),
    ),
  );
  return [...new Map(targets.toReversed())].toReversed();
}

async function configurationsIn({
  context,
  config,
}: Known): Promise<readonly LoadedConfigurations[]> {
  const { projectOf } = await import("../../configuration/project.ts");
  context.files.timeLimit = timeLimit;
  const project = projectOf(config === undefined ? {} : { config }, context);
  return (await project.configurations.all()).configurations;
}
