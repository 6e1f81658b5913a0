import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandHosts } from "../command-hosts.ts";
import { userEnvironment } from "../user-environment.js";
import { root } from "./root.ts";

const example = fileURLToPath(new URL("docs/examples", root));

const hosts = new CommandHosts();

/** A copy of the examples, in which the built command is run; made when it is needed. */
export class ExampleSession {
  #made: string | undefined;

  get #copy(): string {
    if (this.#made === undefined) {
      this.#made = mkdtempSync(join(tmpdir(), "traffic-policy-docs-"));
      cpSync(example, this.#made, { recursive: true, filter: (file) => !isLocal(file) });
    }
    return this.#made;
  }

  /**
   * Runs the command, and gives what it printed. Times are those of one moment, and who runs it is one
   * person at one desk: they would be others each time.
   *
   * @param how - the folder of the examples, and how wide the terminal is, where it is run on one
   * @throws when the command ended as only a mistake in it or a very busy machine can end it
   */
  async run(
    args: readonly string[],
    {
      folder = "",
      env = {},
      columns,
    }: { readonly folder?: string; readonly env?: object; readonly columns?: number } = {},
  ): Promise<string> {
    const where = { cwd: join(this.#copy, folder), env: { ...userEnvironment(), ...env } };
    const { status, out, err } = await hosts.run({ args, ...where, columns });
    const printed = out + err;
    if (status === null || /please report it|did not finish within/.test(printed))
      throw new Error(`traffic-policy ${args.join(" ")} broke off:\n${printed}`);
    return atOneDesk(atOneMoment(printed));
  }

  close(): void {
    if (this.#made !== undefined) rmSync(this.#made, { recursive: true, force: true });
  }
}

function atOneMoment(printed: string): string {
  return printed.replaceAll(/\d{4}-\d\d-\d\d(T\d\d[:-]\d\d[:-]\d\d\.\d{3}Z)/g, (time) =>
    time.includes(":") ? "2026-11-21T10:30:00.000Z" : "2026-11-21T10-30-00.000Z",
  );
}

function atOneDesk(printed: string): string {
  return printed.replaceAll(/(?<=by an? \w+ of )\S+ on \S+/g, "anna on desk");
}

/** What a folder of the example has only on this machine. */
function isLocal(file: string): boolean {
  return ["node_modules", ".traffic-policy"].includes(basename(file));
}
