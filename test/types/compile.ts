import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** The compiler's executable. */
export const compiler = fileURLToPath(
  new URL("../../node_modules/typescript/bin/tsc", import.meta.url),
);

/** One error of the compiler, its elaborations joined to its message. */
interface CompileError {
  readonly file: string;
  readonly line: number;
  readonly code: string;
  /** The first sentence, which says what is wrong. */
  readonly head: string;
  /** All that is said. */
  readonly message: string;
}

/** What compiling a project gave; the figures are those of `--extendedDiagnostics`. */
export interface Compilation {
  readonly errors: readonly CompileError[];
  readonly instantiations: number;
}

/**
 * Compiles a project with the types that are published.
 *
 * @param project - a folder of this one, or a path
 */
export function compile(project: string): Compilation {
  const path = fileURLToPath(new URL(project, import.meta.url));
  const args = ["--pretty", "false", "--extendedDiagnostics", "--singleThreaded", "-p", path];
  const { stdout } = spawnSync(process.execPath, [compiler, ...args], { encoding: "utf8" });
  return {
    errors: [...stdout.matchAll(/^(\S+)\((\d+),\d+\): error (TS\d+): (.*(?:\n .*)*)$/gm)].map(
      ([, file = "", line, code = "", text = ""]) => {
        const [head = "", ...more] = text.split("\n").map((part) => part.trim());
        return {
          file: basename(file),
          line: Number(line),
          code,
          head,
          message: [head, ...more].join(" "),
        };
      },
    ),
    instantiations: Number(/^Instantiations:\s*(\d+)/m.exec(stdout)?.[1]),
  };
}
