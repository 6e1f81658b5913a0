import { Readable, Writable } from "node:stream";
import type { Environment, Terminal } from "./context.ts";
import { createTerminal } from "./create-terminal.ts";
import type { Destination } from "./output-stream.ts";

export interface Printed {
  out: string;
  err: string;
}

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
