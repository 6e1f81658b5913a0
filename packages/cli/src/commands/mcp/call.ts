import type { Option } from "commander";
import { largestDocument } from "@traffic-policy/project/internal";
import { CommandError } from "../../context.ts";
import type { ToolOptions } from "./tool-options.ts";
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
export function callOf(
  name: string,
  tool: Tool,
  { options }: Pick<ToolOptions, "options">,
  given: Given,
): Call {
  const { texts: textFiles = {}, word, always = [] } = tool;
  const byName = new Map(options.map((option) => [option.attributeName(), option]));
  const known = new Set([word, ...Object.keys(textFiles), "language", "paths", ...byName.keys()]);
  const unknown = Object.keys(given).find((key) => !known.has(key));
  if (unknown !== undefined) {
    throw new CommandError(`The tool ${name} takes no ${JSON.stringify(unknown)}.`);
  }
  const texts = textsOf(given, textFiles);
  const paths = given["paths"] === undefined ? [] : strings(given["paths"], "paths");
  checkSubjects(name, tool, Object.keys(texts).length, paths.length);
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
  { paths: [least, most] = [0, 0] }: Tool,
  texts: number,
  paths: number,
): void {
  if (texts > 0 && paths > 0) {
    throw new CommandError("A call is about texts or about paths, not both.");
  }
  const count = texts + paths;
  if (count >= least && (texts > 0 || paths <= most)) return;
  const wanted = least === 1 ? "one text or path" : `${least} texts or paths`;
  throw new CommandError(`The tool ${name} takes ${wanted}.`);
}

function textsOf(given: Given, files: Readonly<Record<string, string>>): Record<string, string> {
  const present = Object.entries(files).filter(([key]) => given[key] !== undefined);
  const [first = ["", ""]] = present;
  const looksLikeJson = String(given[first[0]]).trimStart().startsWith("{");
  const language = given["language"] ?? (looksLikeJson ? "json" : "yaml");
  if (language !== "json" && language !== "yaml") {
    throw new CommandError('The language of a text is "json" or "yaml"; code is in files.');
  }
  return Object.fromEntries(
    present.map(([key, file]) => {
      const text = string(given[key], key);
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
  return [`${flag}=${typeof value === "number" ? value : string(value, name)}`];
}

function string(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  throw wrongKind(name, "a text");
}

function strings(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.map((one) => string(one, name));
  throw wrongKind(name, "a list of texts");
}

function wrongKind(name: string, kind: string): CommandError {
  return new CommandError(`${JSON.stringify(name)} must be ${kind}.`);
}
