import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { userEnvironment } from "../user-environment.js";
import { root } from "./root.ts";

const command = fileURLToPath(new URL("packages/cli/bin/traffic-policy.cjs", root));
const example = fileURLToPath(new URL("docs/examples", root));

/** A copy of the examples, in which the built command is run. */
export class ExampleSession {
  readonly #copy = mkdtempSync(join(tmpdir(), "traffic-policy-docs-"));

  constructor() {
    cpSync(example, this.#copy, { recursive: true, filter: (file) => !isLocal(file) });
  }

  /**
   * Runs the command, and gives what it printed. Times are those of one moment: they would be others
   * each time.
   *
   * @param folder - of the examples
   * @throws when the command ended as only a mistake in it can end
   */
  run(
    args: readonly string[],
    { folder = "", env = {} }: { readonly folder?: string; readonly env?: object } = {},
  ): Promise<string> {
    const options = { cwd: join(this.#copy, folder), env: { ...userEnvironment(), ...env } };
    return new Promise((settle, fail) => {
      const child = execFile(process.execPath, [command, ...args], options, (_error, out, err) => {
        const printed = out + err;
        if (child.exitCode === null || printed.includes("please report it")) {
          fail(new Error(`traffic-policy ${args.join(" ")} broke off:\n${printed}`));
        } else settle(atOneMoment(printed));
      });
    });
  }

  close(): void {
    rmSync(this.#copy, { recursive: true, force: true });
  }
}

function atOneMoment(printed: string): string {
  return printed.replaceAll(/\d{4}-\d\d-\d\d(T\d\d[:-]\d\d[:-]\d\d\.\d{3}Z)/g, (time) =>
    time.includes(":") ? "2026-11-21T10:30:00.000Z" : "2026-11-21T10-30-00.000Z",
  );
}

/** What a folder of the example has only on this machine. */
function isLocal(file: string): boolean {
  return ["node_modules", ".traffic-policy"].includes(basename(file));
}
