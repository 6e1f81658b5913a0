import type { Protocol } from "@traffic-policy/policy-language";
import type { Preset } from "@traffic-policy/policy-lint";

/** How results are printed. */
export type Format = "pretty" | "json";

/** How findings of lint are printed. */
export const lintFormats = ["pretty", "json", "sarif", "github", "junit", "unix"] as const;

/** What `--protocol` takes; those of the language, which is not loaded for the help. */
export const protocols = ["http", "tcp", "tls"] as const satisfies readonly Protocol[];

/** What `--preset` takes. */
export const presets = ["recommended", "strict"] as const satisfies readonly Preset[];

export type LintFormat = (typeof lintFormats)[number];

/** Options of `lint`. */
export interface LintCommandOptions {
  readonly format: LintFormat;
  readonly stdinFilename?: string;
  readonly changed?: true;
  readonly protocol?: Protocol;
  readonly preset?: Preset;
  /** As written: `document/rule-name=error`. */
  readonly rule?: readonly string[];
  readonly maxWarnings?: number;
  readonly quiet?: true;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly fix?: true;
  readonly fixUnsafe?: true;
  readonly fixDryRun?: true;
  /** In seconds. */
  readonly timeout?: number;
  readonly cache?: true;
  readonly watch?: true;
  /** Set by `--watch` for the runs that it starts. */
  readonly watched?: true;
}

/** Options of commands that only tell something. */
export interface FormatOptions {
  readonly format: Format;
}

/** How a command gets to the service. */
export interface ServiceAccess {
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  /** As written: `Service-Version: 2`. */
  readonly versionHeader?: string;
}

/** Options of every command that talks to the service. */
export interface ConnectionOptions extends ServiceAccess {
  readonly format: Format;
}

/** Options of commands for the targets of the configuration. */
interface ServiceOptions extends ConnectionOptions {
  /** Names of targets, or globs of them. */
  readonly target?: readonly string[];
  readonly tag?: readonly string[];
}

/** How many targets may change: a number of them, or a part of all. */
export type MaxChanges = { readonly count: number } | { readonly percent: number };

/** What a deploy does with the others after a target that failed. */
export const onFailures = ["stop", "continue", "rollback"] as const;

/** Options of commands that lint policies before they do something with them. */
export interface LintFirstOptions {
  readonly lint: boolean;
  readonly maxWarnings?: number;
}

/** Options of `plan`. */
export interface PlanCommandOptions extends ServiceOptions, LintFirstOptions {
  /** A file to save the plan in. */
  readonly out?: string;
  /** To exit with 1 when something would change. */
  readonly exitCode?: true;
  readonly concurrency?: number;
}

/** Options of what changes targets. */
export interface ChangingOptions extends ConnectionOptions {
  readonly yes?: true;
  readonly dryRun?: true;
  readonly maxChanges?: MaxChanges;
  /** Names of targets. */
  readonly force?: readonly string[];
  readonly onFailure: (typeof onFailures)[number];
  readonly concurrency?: number;
}

/** Options of `deploy`. */
export interface DeployCommandOptions extends ServiceOptions, ChangingOptions, LintFirstOptions {}

/** Options of `rollback`. */
export interface RollbackOptions extends ChangingOptions {
  readonly tag?: readonly string[];
  /** A time, or an entry of the history. */
  readonly to?: string;
  /** Policies that cannot be removed are disabled in place. */
  readonly disable?: true;
}

/** How differences are printed. */
export const diffFormats = ["pretty", "json", "markdown"] as const;

/** Options of `diff`. */
export interface DiffOptions extends Omit<ServiceOptions, "format"> {
  readonly format: (typeof diffFormats)[number];
  /** A file to compare with in the place of the service. */
  readonly stored?: string;
  /** Differences are no reason to exit with 1. */
  readonly exitZero?: true;
  readonly concurrency?: number;
  readonly verbose?: true;
}

/** Options of `pull`. */
export interface PullOptions extends ServiceOptions {
  /** Every TCP edge on the account. */
  readonly all?: true;
  readonly concurrency?: number;
  readonly force?: true;
  readonly dryRun?: true;
}

/** Options of `build`. */
export interface BuildOptions extends FormatOptions, LintFirstOptions {
  readonly target?: readonly string[];
  readonly tag?: readonly string[];
  /** A folder. */
  readonly out: string;
}

/** Options of `edges create` and `edges update`. */
export interface EdgeOptions extends ConnectionOptions, LintFirstOptions, AskingOptions {
  readonly description?: string;
  readonly metadata?: string;
  readonly hostport?: readonly string[];
  readonly backend?: string;
  readonly ipPolicy?: readonly string[];
  /** A policy file. */
  readonly policy?: string;
  /** Whether the policy is applied to traffic. */
  readonly enabled?: true;
  readonly disabled?: true;
}

/** Options of commands that ask first. */
export interface AskingOptions extends FormatOptions {
  readonly yes?: true;
}

/** Options of commands that delete something. */
export interface DeleteOptions extends ConnectionOptions, AskingOptions {}

/** Options of `endpoints list`. */
export interface EndpointListOptions extends ConnectionOptions {
  readonly type?: string;
  readonly proto?: string;
}

/** Options of `routes policy set`. */
export interface RoutePolicyOptions extends ConnectionOptions, LintFirstOptions, AskingOptions {
  /** A policy file. */
  readonly policy: string;
  readonly disabled?: true;
}

/** Options of `emulator`. */
export interface EmulatorOptions {
  readonly format: Format;
  readonly port: number;
  readonly data?: string;
  readonly apiKeyFile?: string;
  /** As written: `Service-Version: 2`. */
  readonly versionHeader?: string;
  readonly tunnel?: readonly string[];
  readonly pageSize?: number;
  readonly requestsPerMinute?: number;
  /** A file with a script of faults. */
  readonly faults?: string;
}

/** Options of `convert`. */
export interface ConvertOptions {
  readonly format: Format;
  readonly protocol?: Protocol;
  readonly out?: string;
  readonly force?: true;
}

/** Options of `doctor`. */
export interface DoctorOptions extends ConnectionOptions {
  /** In seconds. */
  readonly timeout: number;
}

/** What `--hook` of `init` takes. */
export const hookKinds = [
  "auto",
  "lefthook",
  "lint-staged",
  "husky",
  "pre-commit",
  "git",
  "none",
] as const;

export type HookKind = (typeof hookKinds)[number];

/** What `--ci` of `init` takes. */
export const continuousIntegrations = ["auto", "github", "none"] as const;

export type ContinuousIntegration = (typeof continuousIntegrations)[number];

/** Options of `init`. */
export interface InitOptions extends FormatOptions {
  readonly hook: HookKind;
  readonly ci: ContinuousIntegration;
  readonly dryRun?: true;
}

/** What an exchange is made of on the command line. */
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
  /** The status. */
  readonly response?: number;
  readonly responseHeader?: readonly string[];
  readonly responseBody?: string;
  readonly responseBodyFile?: string;
}

/** Options of `simulate`. */
export interface SimulateOptions extends ExchangeOptions {
  readonly format: Format;
  /** A file, or `-` for standard input. */
  readonly exchange?: string;
  /** Which exchange of a HAR file, counted from 1. */
  readonly entry?: number;
  /** A command line, or `-` for standard input. */
  readonly curl?: string;
  readonly protocol?: Protocol;
  /** As written: `onExpressionError=no-match`. */
  readonly option?: readonly string[];
  /** As written: `jwt-validation=next`. */
  readonly stub?: readonly string[];
  /** Whether only the options for what is not known are listed. */
  readonly options?: true;
  readonly trace?: true;
}

/** How the results of cases are printed. */
export const testFormats = ["pretty", "json", "junit"] as const;

/** Options of `test`. */
export interface TestCommandOptions {
  readonly format: (typeof testFormats)[number];
  /** A part of the names of cases. */
  readonly filter?: string;
  readonly coverage?: true;
  /** In percent. */
  readonly minCoverage?: number;
  readonly suggest?: true;
  /** In seconds. */
  readonly timeout?: number;
  readonly watch?: true;
  /** Set by `--watch` for the runs that it starts. */
  readonly watched?: true;
}

/** Options of `serve`. */
export interface ServeOptions {
  readonly format: Format;
  /** As written: `http://localhost:3000`. */
  readonly upstream: string;
  readonly port: number;
  readonly host: string;
  readonly hostHeader: "client" | "upstream";
  readonly url?: string;
  readonly clientIp?: string;
  readonly country?: string;
  /** As written: `conn.geo.city=Oslo`. */
  readonly variable?: readonly string[];
  readonly protocol?: Protocol;
  /** As written: `onExpressionError=no-match`. */
  readonly option?: readonly string[];
  /** As written: `jwt-validation=next`. */
  readonly stub?: readonly string[];
  readonly trace?: true;
  /** Whether the policy is loaded for the process that serves it. */
  readonly loadOnly?: true;
}
