import type { ProgramCommandDefinition } from "../../program/definition.ts";
import type { Allowed } from "./command.ts";

/** A command as a tool: the part of it that an agent needs. */
export interface Tool {
  readonly command: () => Promise<{ readonly default: ProgramCommandDefinition }>;
  /** The attribute names of the options that an agent may set. */
  readonly options: readonly string[];
  /** Options that only a server with `--allow-write` takes. */
  readonly writing?: readonly string[];
  /** The texts that it takes in the place of paths, by the names of their files, without an ending. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Of these arguments, a call about a text has at least one. */
  readonly questions?: readonly string[];
  /** How many paths it takes; at least and at most. */
  readonly paths?: readonly [least: number, most: number];
  /** The word that it takes in the place of paths. */
  readonly word?: string;
  /** The names of the schemas of its output. */
  readonly schemas: readonly string[];
  /** Needs `--allow-deploy`, and runs once: a second run would not mean the same. */
  readonly usesService?: true;
  /** Arguments that its command line always has. */
  readonly always?: readonly string[];
}

const policy = { text: "text.policy" };
const words = (text: string): string[] => text.split(" ");
const many = Number.POSITIVE_INFINITY;
const proving = ["timeout", "environment"];

export const tools: Readonly<Record<string, Tool>> = {
  lint: {
    command: () => import("../lint/command.ts"),
    options: ["protocol", "preset", "rule", "quiet", "fixDryRun", "environment"],
    writing: ["fix"],
    texts: policy,
    paths: [0, many],
    schemas: ["lint"],
  },
  explain: {
    command: () => import("../explain/command.ts"),
    options: [],
    word: "name",
    schemas: ["rules", "explain", "explain-reference"],
  },
  simulate: {
    command: () => import("../simulate/command.ts"),
    options: words(
      "request header body curl clientIp country time variable response responseHeader responseBody random protocol option stub trace site environment",
    ),
    texts: policy,
    paths: [1, 1],
    schemas: ["simulation", "site-simulation"],
  },
  audit: {
    command: () => import("../audit/command.ts"),
    options: [...proving, "site", "forbid", "whole"],
    texts: policy,
    paths: [0, many],
    schemas: ["prove", "site"],
  },
  prove: {
    command: () => import("../prove/command.ts"),
    options: [...proving, "filter", "reach", "fails", "all"],
    texts: { ...policy, assertions: "text.assertions" },
    questions: ["assertions", "reach", "fails"],
    paths: [0, many],
    schemas: ["prove"],
  },
  diff: {
    command: () => import("../diff/command.ts"),
    options: ["semantic", "protocol", "verbose"],
    texts: { ...policy, after: "after.policy" },
    paths: [2, 2],
    schemas: ["diff-files"],
  },
  convert: {
    command: () => import("../convert/command.ts"),
    options: ["protocol"],
    writing: ["out"],
    texts: policy,
    paths: [1, 1],
    schemas: ["convert"],
  },
  plan: {
    command: () => import("../plan/command.ts"),
    options: ["target", "tag", "environment", "semantic", "verbose"],
    schemas: ["plan"],
    usesService: true,
  },
  deploy: {
    command: () => import("../deploy/command.ts"),
    options: ["target", "tag", "environment", "behaviourChange"],
    schemas: ["deploy"],
    usesService: true,
    always: ["--yes"],
  },
};

/** The tools of a server that may do this. */
export function toolsFor({ allowDeploy }: Allowed): [name: string, tool: Tool][] {
  return Object.entries(tools).filter(([, tool]) => tool.usesService !== true || allowDeploy);
}
