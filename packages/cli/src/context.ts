import type { Files } from "@traffic-policy/policy-module";
import type { Terminal } from "./terminal.ts";

/** What a run of the command gets from outside: below its entry nobody asks the process for any of this. */
export interface Context {
  /** The working directory; absolute path. */
  readonly cwd: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly files: Files;
  readonly terminal: Terminal;
}

/** Variables of an environment by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Tells the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment; nobody sets it back. */
  elapsed(): number;
}

/** A moment as it is written in files and reports. */
export function isoTime({ now }: Clock): string {
  return new Date(now()).toISOString();
}
