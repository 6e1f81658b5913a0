import { nearest, shellWord } from "@traffic-policy/policy-language/internal";
import {
  type Argument,
  Command,
  type ErrorOptions,
  InvalidArgumentError,
  Help,
  type Option,
  type ParseOptionsResult,
} from "commander";
import { CommandError, type Terminal } from "../context.ts";
import { globalOptions } from "./color-option.ts";
import type { CommandDefinition, ProgramCommandDefinition } from "./definition.ts";

/** A command that reports invalid arguments in this program's style: a sentence, and advice. */
export class ProgramCommand extends Command {
  readonly #style: Terminal["style"];
  /** Its definition; undefined for `help`. */
  definition: (CommandDefinition & Pick<Partial<ProgramCommandDefinition>, "line">) | undefined;
  #unknown: readonly string[] = [];

  constructor(name: string | undefined, style: Terminal["style"]) {
    super(name);
    this.#style = style;
    this.helpOption("-h, --help", "show this help");
  }

  override createCommand(name?: string): ProgramCommand {
    return new ProgramCommand(name, this.#style).helpCommand(false);
  }

  defineAs(definition: CommandDefinition): this {
    const { summary, description } = definition;
    this.definition = definition;
    if (summary !== undefined) this.summary(summary);
    return this.description(description);
  }

  override createHelp(): Help {
    return Object.assign(new ProgramHelp(this.#style, this.definition), this.configureHelp());
  }

  /** The full name: `traffic-policy edges list`. */
  get path(): string {
    return this.parent instanceof ProgramCommand
      ? `${this.parent.path} ${this.name()}`
      : this.name();
  }

  /**
   * Refuses an empty argument or value, which a shell makes of an unset variable. Only a value named `text` may be
   * empty.
   *
   * @throws CommandError that names it
   */
  refuseEmpty(): void {
    const values: [name: string, value: unknown][] = [
      ...this.registeredArguments
        .filter((argument) => argument.name() !== "text")
        .map((argument, index): [string, unknown] => [
          `<${argument.name()}>`,
          this.processedArgs[index],
        ]),
      ...this.options
        .filter(({ flags }) => !flags.includes("<text>"))
        .map((option): [string, unknown] => [
          option.long ?? option.flags,
          this.opts()[option.attributeName()],
        ]),
    ];
    for (const [name, value] of values) {
      if (value !== "" && !(Array.isArray(value) && value.includes(""))) continue;
      throw new CommandError(`${name} is empty.`, {
        help: `Is a shell variable unset? ${seeHelp(this)}`,
      });
    }
  }

  override parseOptions(args: string[]): ParseOptionsResult {
    const takesRequest = this.options.some(({ long }) => long === "--request");
    const result = super.parseOptions(takesRequest ? withWholeRequests(args) : args);
    this.#unknown = result.unknown;
    return result;
  }

  override addOption(option: Option): this {
    refuseWrongValues(option, option.long ?? option.flags);
    return super.addOption(option);
  }

  override addArgument(argument: Argument): this {
    refuseWrongValues(argument, `<${argument.name()}>`);
    return super.addArgument(argument);
  }

  helpOf(names: readonly string[]): never {
    const named = names.reduce<ProgramCommand>((command, name) => {
      const next = command.commands.find((one) => one.name() === name);
      if (next === undefined) throw noSuchCommand(command, name);
      return next as ProgramCommand;
    }, this);
    return named.help();
  }

  /**
   * Replaces commander's handler for errors in a command line.
   *
   * @throws CommandError with the same content in this program's style
   */
  override error(message: string, { code }: ErrorOptions = {}): never {
    switch (code) {
      case "commander.unknownCommand":
        throw noSuchCommand(this, this.args[0] ?? "");
      case "commander.unknownOption":
        throw this.#unknownOption(this.#unknown[0] ?? "");
      case "commander.missingArgument":
        throw this.#missingArgument();
      case "commander.excessArguments":
        throw this.#excessArguments();
      case "commander.optionMissingArgument":
        throw this.#missingValue(this.#optionsIn(message));
      case "commander.missingMandatoryOptionValue":
        throw this.#missingOption(this.#optionsIn(message));
      case "commander.conflictingOption": {
        const flags = this.#optionsIn(message).map(({ long }) => long);
        throw new CommandError(`${flags.join(" and ")} cannot be used together.`, {
          help: "Remove one of them.",
        });
      }
      default:
        return super.error(message, { ...(code !== undefined && { code }) });
    }
  }

  #optionsIn(message: string): Option[] {
    const place = ({ flags }: Option): number => message.indexOf(`'${flags}'`);
    return this.options
      .filter((option) => place(option) >= 0)
      .toSorted((one, other) => place(one) - place(other));
  }

  #unknownOption(flag: string): CommandError {
    const [name = flag] = flag.split("=");
    const known = [...longFlags(this), ...globalOptions(this).flatMap(({ long }) => long ?? [])];
    if (known.includes(name)) {
      const all = [name, name.replace("--", "--no-")].filter((one) => known.includes(one));
      return new CommandError(`${name} takes no value.`, { help: `Write ${all.join(" or ")}.` });
    }
    const elsewhere = otherOptions[name]?.find((option) => known.includes(option));
    const meant = elsewhere ?? nearest(name, known);
    const later = this.commands.find(
      (command) => this.args.includes(command.name()) && longFlags(command).includes(name),
    ) as ProgramCommand | undefined;
    const help = [
      ...(meant === undefined ? [] : [`Did you mean ${meant}?`]),
      ...(later === undefined ? [] : [`Write it after the command: \`${later.path} ${name}\`.`]),
    ];
    return new CommandError(`\`${this.path}\` has no option ${name}.`, {
      help: help[0] ?? `\`${this.path} --help\` lists all of them.`,
    });
  }

  #missingArgument(): CommandError {
    const missing = this.registeredArguments.find(
      ({ required }, index) => required && this.args[index] === undefined,
    );
    const { description = "" } = missing ?? {};
    const what = description === "" ? "" : `, ${description}`;
    return new CommandError(`\`${this.path}\` needs a <${missing?.name()}>${what}.`, {
      help: seeHelp(this),
    });
  }

  #excessArguments(): CommandError {
    const most = this.registeredArguments.length;
    const takes = most === 0 ? "no arguments" : most === 1 ? "one argument" : `${most} arguments`;
    const extra = this.args.slice(most);
    const words = extra.map((word) => JSON.stringify(word)).join(" ");
    const hasRequest = this.options.some(({ long }) => long === "--request");
    const isRequest = hasRequest && extra.some((word) => /^\w+:\/\/|^\//.test(word));
    const hasLog = this.options.some(({ long }) => long === "--log");
    return new CommandError(`\`${this.path}\` takes ${takes}; remove ${words}.`, {
      help: isRequest
        ? `Write the request as an option: --request '${extra.join(" ")}'.`
        : hasLog
          ? `Name the files of a log with an option: ${extra.map((file) => `--log ${shellWord(file)}`).join(" ")}.`
          : seeHelp(this),
    });
  }

  #missingValue([option]: readonly Option[]): CommandError {
    const { flags = "" } = option ?? {};
    const [flag = flags] = /--[\w-]+/.exec(flags) ?? [];
    return new CommandError(`${flag} needs a value.`, {
      help: `Write it like \`${flags}\`. ${seeHelp(this)}`,
    });
  }

  #missingOption([option]: readonly Option[]): CommandError {
    const { flags = "", description = "" } = option ?? {};
    return new CommandError(`\`${this.path}\` needs ${flags}, ${description}.`, {
      help: seeHelp(this),
    });
  }
}

function refuseWrongValues(target: Option | Argument, shown: string): void {
  const { parseArg } = target;
  if (parseArg === undefined) return;
  target.parseArg = <T>(value: string, previous: T): T => {
    try {
      return parseArg.call(target, value, previous) as T;
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      const choices = target.argChoices;
      throw new CommandError(`${JSON.stringify(value)} is not a valid value for ${shown}.`, {
        help: choices === undefined ? error.message : choicesHelp(value, choices),
      });
    }
  };
}

/** Joins the words of a request that was written without quotes: `--request GET https://a/`. */
function withWholeRequests(words: readonly string[]): string[] {
  const whole: string[] = [];
  for (const word of words) {
    const before = whole.at(-1) ?? "";
    const isMethod =
      /^--request=[a-z]+$/i.test(before) ||
      (whole.at(-2) === "--request" && /^[a-z]+$/i.test(before));
    if (isMethod && /^[a-z][a-z\d+.-]*:\/\//i.test(word))
      whole[whole.length - 1] = `${before} ${word}`;
    else whole.push(word);
  }
  return whole;
}

/** Names that other tools use for our commands. */
export const otherCommands: Readonly<Partial<Record<string, string>>> = {
  validate: "lint",
  check: "lint",
  verify: "prove",
  apply: "deploy",
  push: "deploy",
  publish: "deploy",
  status: "diff",
  compare: "diff",
  eval: "simulate",
  evaluate: "simulate",
  run: "simulate",
  fetch: "pull",
  export: "pull",
  import: "pull",
  new: "init",
  create: "init",
  start: "serve",
  dev: "serve",
  graph: "draw",
  visualize: "draw",
  undo: "rollback",
  revert: "rollback",
  log: "history",
  fmt: "lint",
  format: "lint",
  rules: "explain",
};

/** Names that other tools use for our options, each with candidates; the first that a command has is meant. */
export const otherOptions: Readonly<Partial<Record<string, readonly string[]>>> = {
  "--ip": ["--client-ip", "--ip-policy"],
  "--remote-ip": ["--client-ip"],
  "--source-ip": ["--client-ip"],
  "--at": ["--time"],
  "--now": ["--time"],
  "--date": ["--time"],
  "--method": ["--request"],
  "--url": ["--request", "--base-url"],
  "--data": ["--body"],
  "-o": ["--out", "--format"],
  "-f": ["--format"],
  "-H": ["--header"],
  "-X": ["--request"],
  "-d": ["--body"],
  "--output": ["--out", "--format"],
  "--json": ["--format"],
  "--reporter": ["--format"],
  "--env": ["--environment"],
  "--watch-mode": ["--watch"],
  "--force": ["--yes"],
  "--dry": ["--dry-run"],
  "--autofix": ["--fix"],
  "--strict": ["--preset"],
  "--token": ["--api-key-file"],
  "--api-key": ["--api-key-file"],
};

function noSuchCommand(command: ProgramCommand, name: string): CommandError {
  const visible = command.createHelp().visibleCommands(command);
  const names = visible.map((one) => one.name());
  const elsewhere = otherCommands[name];
  const meant =
    elsewhere !== undefined && names.includes(elsewhere) ? elsewhere : nearest(name, names);
  return new CommandError(`\`${command.path}\` has no command ${JSON.stringify(name)}.`, {
    help:
      meant === undefined
        ? `\`${command.path} --help\` lists all of them.`
        : `Did you mean ${JSON.stringify(meant)}?`,
  });
}

function choicesHelp(value: string, choices: readonly string[]): string {
  const meant = nearest(value, choices);
  const all = `Allowed choices are ${choices.join(", ")}.`;
  return meant === undefined ? all : `Did you mean ${JSON.stringify(meant)}? ${all}`;
}

function longFlags(command: Command): string[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => (long ? [long] : []));
}

function seeHelp({ path }: ProgramCommand): string {
  return `\`${path} --help\` shows its usage.`;
}

function lineOf(command: Command): ProgramCommandDefinition["line"] {
  return command instanceof ProgramCommand ? command.definition?.line : undefined;
}

class ProgramHelp extends Help {
  override minWidthToWrap = 20;
  readonly #style: Terminal["style"];

  readonly #definition: CommandDefinition | undefined;

  constructor(style: Terminal["style"], definition: CommandDefinition | undefined) {
    super();
    this.#style = style;
    this.#definition = definition;
  }

  override styleTitle(title: string): string {
    return this.#style.bold(title);
  }

  // The program's own commands without their arguments, so that each has one line.
  override subcommandTerm(command: Command): string {
    if (command.parent?.parent !== null) return super.subcommandTerm(command);
    return [command.name(), ...(lineOf(command)?.with ?? [])].join(", ");
  }

  override subcommandDescription(command: Command): string {
    return lineOf(command)?.summary ?? super.subcommandDescription(command);
  }

  override groupItems<Item extends Command | Option>(
    all: Item[],
    visible: Item[],
    groupOf: (item: Item) => string,
  ): Map<string, Item[]> {
    const inOtherLines = new Set(
      visible.flatMap((item) => (item instanceof ProgramCommand ? (lineOf(item)?.with ?? []) : [])),
    );
    const shown = visible.filter(
      (item) => !(item instanceof ProgramCommand && inOtherLines.has(item.name())),
    );
    return super.groupItems(all, shown, groupOf);
  }

  override formatHelp(command: Command, helper: Help): string {
    const own = super.formatHelp(command, helper).trimEnd();
    return `${[own, ...this.#notes(), ...this.#examples()].join("\n\n")}\n`;
  }

  #notes(): string[] {
    const { notes = [], exitStatus } = this.#definition ?? {};
    const statuses = exitStatus?.map((meaning, status) => `${status}  ${meaning}`).join("\n");
    return [
      ...notes,
      ...(statuses === undefined ? [] : [{ heading: "Exit status", text: statuses }]),
    ].map(({ heading, text }) => `${this.styleTitle(`${heading}:`)}\n${this.#indented(text)}`);
  }

  // A line to be copied is never wrapped.
  #examples(): string[] {
    const examples = Object.entries(this.#definition?.examples ?? {}).map(
      ([what, line]) => `${this.#indented(what, "# ")}\n  ${line}`,
    );
    return examples.length === 0
      ? []
      : [`${this.styleTitle("Examples:")}\n${examples.join("\n\n")}`];
  }

  #indented(text: string, mark = ""): string {
    const before = `  ${mark}`;
    return this.boxWrap(text, (this.helpWidth ?? 80) - before.length).replaceAll(/^/gm, before);
  }
}
