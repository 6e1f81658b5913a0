import type { FileOutput } from "./output.ts";

/** One file that `init` wants to be there; its path is relative to the project's folder, with forward slashes. */
export interface Step extends FileOutput {
  /** The whole text that the file has then; for `write` and `add`. */
  readonly text?: string;
  /** Whether it is a program. */
  readonly executable?: true;
}

/** A part of the project, as it is and as it has to be. */
export interface Part {
  readonly steps: readonly Step[];
  /** What has to be in package.json for it: a path of keys, and the value. */
  readonly manifest?: readonly ManifestEntry[];
  /** What somebody has to do then. */
  readonly next?: readonly string[];
}

/** A value that a manifest has to have, if it has none. */
export interface ManifestEntry {
  readonly path: readonly string[];
  readonly value: string;
}
