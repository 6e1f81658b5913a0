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
  /** The source of the environment, as the start of a sentence; `--environment` by default. */
  readonly environmentBy?: string;
}

/** The dependencies for reading a project. */
export interface ProjectContext {
  /** The files, and the folder that the run begins in. */
  readonly files: Files;
  readonly env: Variables;
  readonly terminal: {
    err(text: string): void;
    readonly interactive: boolean;
    question(text: string): Promise<string | undefined>;
  };
  /** The parts of configurations that the caller knows, such as `lint`. */
  readonly parts: ConfigurationParts;
  /** Receives each configuration when it is loaded. */
  readonly onLoaded?: (configurations: LoadedConfigurations) => void;
}
