import type { Protocol } from "@traffic-policy/policy-language";
import type { ConfigurationOptions } from "@traffic-policy/project";
import { InvalidArgumentError, Option, type Command } from "commander";

export type Format = "pretty" | "json";

export interface FormatOptions {
  readonly format: Format;
}

export const checkFormats = [
  "pretty",
  "json",
  "github",
  "gitlab",
  "html",
  "junit",
  "markdown",
] as const;

/** The formats of what compares the policies of targets. */
export const targetFormats = ["pretty", "json", "markdown"] as const;

export function formatOption(formats: readonly string[] = ["pretty", "json"]): Option {
  return new Option("--format <format>", "the output format").choices(formats).default("pretty");
}

export function configOption(): Option {
  return new Option(
    "--config <file>",
    "the configuration, instead of the one that this folder is under",
  ).helpGroup("The configuration:");
}

export function configurationOptions(
  command: Command,
  meaning = "the environment to work with (or TRAFFIC_POLICY_ENVIRONMENT)",
): Command {
  return command
    .addOption(new Option("-e, --environment <name>", meaning).helpGroup("The configuration:"))
    .addOption(configOption());
}

export interface ServiceAccess extends ConfigurationOptions {
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  /** As written: `Service-Version: 2`. */
  readonly versionHeader?: string;
}

export interface ConnectionOptions extends ServiceAccess, FormatOptions {}

export function connectionOptions(
  command: Command,
  formats?: readonly string[],
  { environment = true }: { readonly environment?: boolean } = {},
): Command {
  const all = [
    new Option("--base-url <url>", "its URL (or TRAFFIC_POLICY_BASE_URL)"),
    new Option(
      "--api-key-file <file>",
      "a file that holds the API key (or the key itself in TRAFFIC_POLICY_API_KEY)",
    ),
    new Option(
      "--version-header <name: value>",
      'the header that names the version of the API (default: "Service-Version: 2")',
    ),
  ];
  for (const option of all) command.addOption(option.helpGroup("The service:"));
  command.addOption(formatOption(formats));
  return environment ? configurationOptions(command) : command.addOption(configOption());
}

export interface TargetOptions extends ConfigurationOptions {
  /** Target names or globs. */
  readonly target?: readonly string[];
  readonly tag?: readonly string[];
}

export function targetOptions(command: Command): Command {
  const all = [
    new Option(
      "--target <name>",
      "only the target with this name, or those matching a glob like 'ssh-*'; can be repeated",
    ),
    new Option("--tag <tag>", "only targets with this tag; can be repeated"),
  ];
  for (const option of all) command.addOption(option.argParser(repeated).helpGroup("Targets:"));
  return command;
}

export function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number.");
}

/** Removes `--out -`, because results go to stdout without `--out` anyway. */
export function withoutDash<Options extends { readonly out?: string }>(options: Options): Options {
  if (options.out !== "-") return options;
  const { out: _dash, ...others } = options;
  return others as Options;
}

/** Parses a time option: more than zero, and no more than Node's timers support. */
export function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0 && value <= 86_400) return value;
  throw new InvalidArgumentError("It must be a number of seconds, at most a day.");
}

export interface LintFirstOptions {
  readonly lint: boolean;
  readonly maxWarnings?: number;
}

export function lintFirstOptions(command: Command): Command {
  return command
    .addOption(new Option("--no-lint", "do not lint the policies first"))
    .addOption(maxWarningsOption().conflicts("lint"));
}

export function maxWarningsOption(): Option {
  return new Option("--max-warnings <number>", "fail if there are more warnings").argParser(
    wholeNumber,
  );
}

export function changedOption(what: string): Option {
  const text = `${what} that uncommitted changes affect; with paths, those that these files affect`;
  return new Option("--changed", text);
}

/** @param more - what else the reference can be */
export function sinceOption(more = ""): Option {
  const text = `the same for all that changed since HEAD and <ref> parted${more}`;
  return new Option("--since <ref>", text);
}

export function stagedOption(): Option {
  return new Option("--staged", "the same for the next commit, with files as they are staged");
}

export interface AskingOptions extends FormatOptions {
  readonly yes?: true;
}

export function concurrencyOption(): Option {
  return new Option("--concurrency <number>", "targets at the same time (default: 8)").argParser(
    (text: string) => {
      const number = wholeNumber(text);
      if (number >= 1 && number <= 1000) return number;
      throw new InvalidArgumentError("It must be between 1 and 1000.");
    },
  );
}

/** The values of `--protocol`: a copy of the language's, which is not loaded for the help. */
const protocols = ["http", "tcp", "tls"] as const satisfies readonly Protocol[];

export function protocolOption(what = "the policy is"): Option {
  return new Option("--protocol <protocol>", `what ${what} for`).choices(protocols);
}

export interface ExchangeOptions {
  /** As written: `POST https://example.com/`. */
  readonly request?: string;
  /** As written: `name: value`. */
  readonly header?: readonly string[];
  readonly body?: string;
  readonly bodyFile?: string;
  readonly clientIp?: string;
  readonly country?: string;
  readonly time?: string;
  /** As written: `conn.geo.city=Oslo`. */
  readonly variable?: readonly string[];
  readonly response?: number;
  readonly responseHeader?: readonly string[];
  readonly responseBody?: string;
  readonly responseBodyFile?: string;
}

export function variableOption(): Option {
  return new Option(
    "--variable <name=value>",
    "the value of a variable, instead of the derived one; can be repeated",
  ).argParser(repeated);
}

export interface SimulatingOptions {
  readonly protocol?: Protocol;
  /** As written: `onExpressionError=no-match`. */
  readonly option?: readonly string[];
  /** As written: `jwt-validation=next`. */
  readonly stub?: readonly string[];
}

export function behaviourOption(): Option {
  return new Option(
    "--option <name=value>",
    "an answer to an open question about the service; can be repeated",
  ).argParser(repeated);
}

export interface GivenValuesOptions {
  /** As written: `https://issuer.example.com/jwks.json=keys.json`. */
  readonly keySet?: readonly string[];
  readonly secrets?: string;
  readonly random?: number;
}

export function givenValuesOptions(command: Command, random: string): Command {
  return command
    .option(
      "--key-set <url=file>",
      "the JSON Web Key Set that a policy names by its URL; can be repeated",
      repeated,
    )
    .option("--secrets <file>", "a JSON or YAML file with secrets by vault and name")
    .option(
      "--random <number>",
      `what rand.double() gives, from 0 to below 1 (default: ${random})`,
      belowOne,
    );
}

function belowOne(text: string): number {
  const value = Number(text);
  if (/^(?:0|0?\.\d+)$/.test(text)) return value;
  throw new InvalidArgumentError("It must be a number from 0 to below 1.");
}

export function stubOption(): Option {
  return new Option(
    "--stub <type=result>",
    "what an action without simulation does: next, close, fail, a status, or JSON as in a case file; can be repeated",
  ).argParser(repeated);
}
