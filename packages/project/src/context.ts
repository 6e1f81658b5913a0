import type { ConfigurationParts } from "./configuration/read-configuration.ts";
import type { LoadedConfigurations } from "./configuration/load-configuration.ts";
import type { Files } from "./files/files.ts";
import type { Variables } from "./git/git.ts";

/** Which configuration a run works with. */
export interface ConfigurationOptions {
  /** Its file. */
  readonly config?: string;
  /** The name of one of its environments. */
  readonly environment?: string;
  /** What names it, as the beginning of a sentence; `--environment` unless it is set. */
  readonly environmentBy?: string;
}

/** Whoever runs the program. */
interface Operator {
  /** Prints a note. */
  err(text: string): void;
  /** Whether somebody can be asked. */
  readonly interactive: boolean;
  /** Asks for a line; nothing when there is none. */
  question(text: string): Promise<string | undefined>;
}

/** What a project is read with. */
export interface ProjectContext {
  /** The files, and the folder that the run begins in. */
  readonly files: Files;
  readonly env: Variables;
  readonly terminal: Operator;
  /** The parts of configurations that the caller knows, such as `lint`. */
  readonly parts: ConfigurationParts;
  /** How long code may run, in milliseconds. */
  readonly timeLimit?: number | undefined;
  /** Receives each configuration when it is loaded. */
  readonly onLoaded?: (configurations: LoadedConfigurations) => void;
}
