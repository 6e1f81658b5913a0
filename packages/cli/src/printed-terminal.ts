import { Readable, Writable } from "node:stream";
import type { Environment, Terminal } from "./context.ts";
import { createTerminal } from "./create-terminal.ts";
import type { Destination } from "./output-stream.ts";

/** What was written to a terminal so far. */
export interface Printed {
  out: string;
  err: string;
}

/**
 * A terminal where nobody can be asked, and what is written to it.
 *
 * @param colors - whether there are any; without it the variables say so
 */
export async function printedTerminal(
  env: Environment,
  colors?: boolean,
): Promise<{ readonly terminal: Terminal; readonly printed: Printed }> {
  const printed: Printed = { out: "", err: "" };
  const to = (name: "out" | "err"): Destination => ({
    kind: "pipe",
    write(bytes) {
      printed[name] += Buffer.from(bytes).toString();
      return bytes.length;
    },
    open: () => new Writable(),
    takeAll: () => undefined,
  });
  const streams = { out: to("out"), err: to("err"), input: () => Readable.from([]) };
  return { terminal: await createTerminal(streams, env, colors), printed };
}
