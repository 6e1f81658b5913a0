import { Help, type Command } from "commander";
import type { Terminal } from "../terminal.ts";
import type { CommandDefinition } from "./definition.ts";

/** The help of a command: commander's, with the notes and the examples of ours below it. */
export class ProgramHelp extends Help {
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
    const examples = (this.#definition?.examples ?? []).map(
      ({ what, line }) => `${this.#indented(what, "# ")}\n  ${line}`,
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
