import type { Terminal } from "../../context.ts";
import type { TargetDiff } from "./compare-targets.ts";
import type { FilesDiff } from "./compare-files.ts";

/** The exports of a file in the folder `formats`: it prints the result of `diff`. */
export interface DiffFormat {
  readonly default: (diffs: readonly TargetDiff[], verbose: boolean, terminal: Terminal) => void;
  readonly printFilesDiff: (diff: FilesDiff, verbose: boolean, terminal: Terminal) => void;
}
