/** How results are printed. */
export type Format = "pretty" | "json";

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
