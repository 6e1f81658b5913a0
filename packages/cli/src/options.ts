import type { Protocol } from "@traffic-policy/policy-language";
import type { Preset } from "@traffic-policy/policy-lint";

/** How results are printed. */
export type Format = "pretty" | "json";

/** How findings of lint are printed. */
export const lintFormats = ["pretty", "json", "sarif", "github", "junit", "unix"] as const;

/** What `--protocol` takes. */
export const protocols = ["http", "tcp", "tls"] as const satisfies readonly Protocol[];

/** What `--preset` takes. */
export const presets = ["recommended", "strict"] as const satisfies readonly Preset[];

export type LintFormat = (typeof lintFormats)[number];

/** Options of `lint`. */
export interface LintCommandOptions {
  readonly format: LintFormat;
  readonly stdinFilename?: string;
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

/** Options of every command that talks to the service. */
export interface ServiceOptions {
  readonly format: Format;
  readonly target?: readonly string[];
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
}

/** Options of `emulator`. */
export interface EmulatorOptions {
  readonly format: Format;
  readonly port: string;
  readonly data?: string;
  readonly apiKeyFile?: string;
}

/** Options of `convert`. */
export interface ConvertOptions {
  readonly format: Format;
  readonly protocol?: string;
  readonly out?: string;
  readonly force?: true;
}
