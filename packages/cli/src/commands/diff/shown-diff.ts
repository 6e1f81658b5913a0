import type { Terminal } from "../../context.ts";
import type { TargetDiff } from "./compare.ts";
import type { FilesDiff } from "./compare-files.ts";

/** What a file of the folder `formats` exports: it prints the result of `diff`. */
export interface DiffFormat {
  readonly default: (diffs: readonly TargetDiff[], verbose: boolean, terminal: Terminal) => void;
  readonly printFilesDiff: (diff: FilesDiff, verbose: boolean, terminal: Terminal) => void;
}
