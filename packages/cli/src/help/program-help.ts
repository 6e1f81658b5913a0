import { Help, type Command } from "commander";
import type { Terminal } from "../terminal.ts";
import { examplesOf, notesOf } from "./sections.ts";

/** The help of a command: commander's, with the notes and the examples of ours below it. */
export class ProgramHelp extends Help {
  override minWidthToWrap = 20;
  readonly #style: Terminal["style"];

  constructor(style: Terminal["style"]) {
    super();
    this.#style = style;
  }

  override styleTitle(title: string): string {
    return this.#style.bold(title);
  }

  override formatHelp(command: Command, helper: Help): string {
    const own = super.formatHelp(command, helper).trimEnd();
    return `${[own, ...this.#notes(command), ...this.#examples(command)].join("\n\n")}\n`;
  }

  #notes(command: Command): string[] {
    return notesOf(command).map(
      ({ heading, text }) => `${this.styleTitle(`${heading}:`)}\n${this.#indented(text)}`,
    );
  }

  // A line to be copied is never wrapped.
  #examples(command: Command): string[] {
    const examples = examplesOf(command).map(
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
