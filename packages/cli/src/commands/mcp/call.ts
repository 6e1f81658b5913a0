import type { Option } from "commander";
import { enumerated } from "@traffic-policy/policy-language/internal";
import { largestDocument } from "@traffic-policy/project/internal";
import { CommandError } from "../../context.ts";
import { inputSchema, type ToolOptions } from "./tool-options.ts";
import type { Tool } from "./tools.ts";

/** One run of a command for an agent. */
export interface Call {
  /** The command line without the format and the paths. */
  readonly args: readonly string[];
  /** Texts in the place of files, by their names. */
  readonly texts: Readonly<Record<string, string>>;
  /** As the agent wrote them. */
  readonly paths: readonly string[];
  /** A further argument that is no path. */
  readonly word: string | undefined;
  /** Says that no files of a project have a part in it, such as a configuration. */
  readonly isAlone: boolean;
  /** Says that a second run, for a text, would not do the same. */
  readonly isOnce: boolean;
}

type Given = Readonly<Record<string, unknown>>;

/**
 * Reads the arguments that an agent gave to a tool.
 *
 * @throws CommandError when the tool does not take them
 */
export function callOf(name: string, tool: Tool, toolOptions: ToolOptions, given: Given): Call {
  const { texts: textFiles = {}, word, always = [] } = tool;
  const byName = new Map(toolOptions.options.map((option) => [option.attributeName(), option]));
  const known = new Set(Object.keys(inputSchema(tool, toolOptions).properties));
  const unknown = Object.keys(given).find((key) => !known.has(key));
  if (unknown !== undefined) {
    const taken = enumerated([...known]);
    throw new CommandError(
      `The tool ${name} takes no ${JSON.stringify(unknown)}. It takes ${taken}.`,
    );
  }
  const texts = textsOf(given, textFiles);
  const paths = given["paths"] === undefined ? [] : strings(given["paths"], "paths");
  checkSubjects(name, tool, Object.keys(texts).length, paths.length);
  checkQuestion(name, tool, given);
  const isWriting = (tool.writing ?? []).some((key) => given[key] !== undefined);
  if (isWriting && paths.length === 0) {
    throw new CommandError("Only files that are named are written.");
  }
  const about = Object.keys(texts).filter((file) => !given["assertions"] || isAssertions(file));
  return {
    args: [
      name,
      ...[...byName].flatMap(([key, option]) => argumentsOf(option, given[key])),
      ...always,
    ],
    texts,
    paths: [...paths, ...about],
    word: word === undefined || given[word] === undefined ? undefined : string(given[word], word),
    isAlone: word !== undefined || Object.keys(texts).length > 0,
    isOnce: isWriting || tool.usesService === true,
  };
}

function checkSubjects(
  name: string,
  { paths: [least, most] = [0, 0], texts: textFiles = {} }: Tool,
  texts: number,
  paths: number,
): void {
  if (texts > 0 && paths > 0) {
    throw new CommandError("A call is about texts or about paths, not both.");
  }
  const count = texts + paths;
  if (count >= least && (texts > 0 || paths <= most)) return;
  const inPaths = `paths with ${least === 1 ? "one path" : `${least} paths`}`;
  throw new CommandError(
    `The tool ${name} takes ${enumerated(Object.keys(textFiles))}, or ${inPaths}.`,
  );
}

function checkQuestion(name: string, { questions = [] }: Tool, given: Given): void {
  if (given["text"] === undefined) return;
  if (questions.length === 0 || questions.some((key) => given[key] !== undefined)) return;
  throw new CommandError(`About a text, the tool ${name} takes ${enumerated(questions, "or")}.`);
}

function textsOf(given: Given, files: Readonly<Record<string, string>>): Record<string, string> {
  const present = Object.entries(files).filter(([key]) => given[key] !== undefined);
  const { language: named } = given;
  if (named !== undefined && named !== "json" && named !== "yaml") {
    throw new CommandError('The language of a text is "json" or "yaml"; code is in files.');
  }
  return Object.fromEntries(
    present.map(([key, file]) => {
      const text = string(given[key], key);
      const language = named ?? (text.trimStart().startsWith("{") ? "json" : "yaml");
      if (Buffer.byteLength(text) <= largestDocument) return [`${file}.${language}`, text];
      const most = largestDocument.toLocaleString("en");
      throw new CommandError(`The ${key} has more than the ${most} bytes that are read.`);
    }),
  );
}

function isAssertions(file: string): boolean {
  return file.includes(".assertions.");
}

function argumentsOf(option: Option, value: unknown): string[] {
  if (value === undefined) return [];
  const { long: flag } = option;
  const name = option.attributeName();
  if (option.isBoolean() || option.negate) {
    if (typeof value !== "boolean") throw wrongKind(name, "true or false");
    return value === option.negate ? [] : [`${flag}`];
  }
  if (Array.isArray(value)) return strings(value, name).map((one) => `${flag}=${one}`);
  const text = typeof value === "number" ? value : string(value, name, option.description);
  return [`${flag}=${text}`];
}

function string(value: unknown, name: string, meaning?: string): string {
  if (typeof value === "string") return value;
  throw wrongKind(name, meaning === undefined ? "a text" : `a text: ${meaning}`);
}

function strings(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.map((one) => string(one, name));
  throw wrongKind(name, "a list of texts");
}

function wrongKind(name: string, kind: string): CommandError {
  return new CommandError(`${JSON.stringify(name)} must be ${kind}.`);
}
