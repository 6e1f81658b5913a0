import type { Duplex } from "node:stream";

/** Pipes two connections into each other. Each side may end before the other does. */
export function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.once("error", () => to.destroy());
    // What came to its end on both sides lets the other one send the rest of what it has got.
    from.once("close", () => {
      if (!from.readableEnded || !from.writableFinished) to.destroy();
    });
  }
}
