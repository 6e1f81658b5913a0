import { Command, type Option } from "commander";
import type { Tool } from "./tools.ts";

/** The part of a command's definition that its tool shares. */
export interface ToolOptions {
  readonly description: string;
  readonly options: readonly Option[];
}

export async function toolOptions(tool: Tool, writes: boolean): Promise<ToolOptions> {
  const { description, options } = (await tool.command()).default;
  const command = new Command();
  options?.(command);
  const wanted = [...tool.options, ...((writes && tool.writing) || [])];
  const all = wanted.map((attribute) => {
    const option = command.options.find((one) => one.attributeName() === attribute);
    if (option === undefined) throw new Error(`No option is called ${attribute}.`);
    return option;
  });
  return { description: withoutOtherOptions(description, all), options: all };
}

/** Leaves out sentences about options that a tool does not have. */
function withoutOtherOptions(description: string, options: readonly Option[]): string {
  const flags = new Set(options.map(({ long }) => long));
  return description
    .split(/(?<=\.) /)
    .filter((sentence) => (sentence.match(/--[a-z-]+/g) ?? []).every((flag) => flags.has(flag)))
    .join(" ");
}

/** The JSON Schema of a tool's arguments. */
export function inputSchema(tool: Tool, { options }: ToolOptions): InputSchema {
  const { texts, paths = [0, 0], word } = tool;
  const entries: [string, object][] = [
    ...(word === undefined ? [] : [[word, { type: "string" }] as [string, object]]),
    ...Object.keys(texts ?? {}).map((name): [string, object] => [
      name,
      { type: "string", description: textDescriptions[name] },
    ]),
    ...(texts === undefined ? [] : [["language", languageSchema] as [string, object]]),
    ...(paths[1] === 0 ? [] : [["paths", pathsSchema(paths)] as [string, object]]),
    ...options.map((option): [string, object] => [option.attributeName(), optionSchema(option)]),
  ];
  return { type: "object", properties: Object.fromEntries(entries), additionalProperties: false };
}

interface InputSchema {
  readonly [key: string]: unknown;
  readonly type: "object";
  readonly properties: Record<string, object>;
}

const textDescriptions: Readonly<Record<string, string>> = {
  text: "The text of a policy (of the earlier one, to compare two), instead of paths.",
  after: "The text of the later policy.",
  assertions: "The text of an assertion file about `text`, without the key `policy`.",
};

const languageSchema = {
  type: "string",
  enum: ["json", "yaml"],
  description: "The language of all texts; by default, JSON for one that begins with {.",
};

function pathsSchema([least, most]: readonly [number, number]): object {
  const isOptional = least === 0;
  return {
    type: "array",
    items: { type: "string" },
    ...(Number.isFinite(most) && { maxItems: most }),
    description: isOptional
      ? "Files, folders or globs below the roots; without paths and texts, what the configuration names."
      : "Files below the roots.",
  };
}

function optionSchema(option: Option): object {
  const { description, argChoices, flags, parseArg } = option;
  if (option.isBoolean() || option.negate) return { type: "boolean", description };
  if (argChoices !== undefined) return { type: "string", enum: argChoices, description };
  if (isRepeated(option)) return { type: "array", items: { type: "string" }, description };
  const isNumber = parseArg !== undefined && /<(?:number|seconds|status)>/.test(flags);
  return { type: isNumber ? "number" : "string", description };
}

function isRepeated({ description }: Option): boolean {
  return description.endsWith("can be repeated");
}
