import { afterAll, describe, expect, test } from "vitest";
import { attempts, outcomeOf } from "./fault-outcome.ts";
import { operations, type NamedOperation } from "./operations.ts";
import type { Fault } from "./server.ts";

/**
 * What a fault leads to: an error's name or "ok", and the requests it takes. One line for each way
 * in which a repetition acts, once for a fault of the first request and once for one of all.
 */
interface Expectation {
  readonly once: Readonly<Record<NamedOperation["repeating"], string>>;
  readonly always: Readonly<Record<NamedOperation["repeating"], string>>;
  /** Where a deletion goes otherwise, because the first attempt did the work, or there is no body. */
  readonly deletion?: { readonly once: string; readonly always: string };
}

/** Repeated whatever the operation is. */
const refused: Expectation = {
  once: { reads: "ok 2", same: "ok 2", more: "ok 2" },
  always: {
    reads: `RateLimited ${attempts}`,
    same: `RateLimited ${attempts}`,
    more: `RateLimited ${attempts}`,
  },
};

/** Repeated unless it could make one more. */
const lost = (error: string, deletion?: Expectation["deletion"]): Expectation => ({
  once: { reads: "ok 2", same: "ok 2", more: `${error} 1` },
  always: { reads: `${error} ${attempts}`, same: `${error} ${attempts}`, more: `${error} 1` },
  ...(deletion === undefined ? {} : { deletion }),
});

/** An answer that is never asked for again. */
const answered = (end: string, deletion?: string): Expectation => {
  const all = { reads: `${end} 1`, same: `${end} 1`, more: `${end} 1` };
  return deletion === undefined
    ? { once: all, always: all }
    : { once: all, always: all, deletion: { once: deletion, always: deletion } };
};

// The first attempt deleted, so the second finds nothing; with the fault on all, nothing is heard of that.
const goneAfter = (error: string) => ({ once: "NotFound 2", always: `${error} ${attempts}` });

/** The service elsewhere, to which nothing may ever be sent. */
const elsewhere = "http://127.0.0.1:9/edges/tcp";

const faults: readonly (readonly [name: string, fault: () => Fault, expected: Expectation])[] = [
  ["delay", () => ({ kind: "delay", milliseconds: 50 }), answered("ok")],
  ["429, seconds", () => ({ kind: "status", status: 429, retryAfter: "1" }), refused],
  [
    "429, a date",
    () => ({
      kind: "status",
      status: 429,
      retryAfter: new Date(Date.now() + 1000).toUTCString(),
    }),
    refused,
  ],
  ["429 alone", () => ({ kind: "status", status: 429 }), refused],
  ["another 429", () => ({ kind: "status", status: 429, code: "E" }), lost("RateLimited")],
  ["500", () => ({ kind: "status", status: 500 }), lost("ServiceFailure")],
  ["502", () => ({ kind: "status", status: 502 }), lost("ServiceFailure")],
  ["503", () => ({ kind: "status", status: 503 }), lost("ServiceFailure")],
  ["reset before", () => ({ kind: "reset", when: "before" }), lost("ConnectionFailed")],
  [
    "reset after",
    () => ({ kind: "reset", when: "after" }),
    lost("ConnectionFailed", goneAfter("ConnectionFailed")),
  ],
  [
    "half an answer",
    () => ({ kind: "half" }),
    lost("ConnectionFailed", goneAfter("ConnectionFailed")),
  ],
  ["no headers", () => ({ kind: "silence", when: "before the headers" }), lost("Timeout")],
  [
    "half a body",
    () => ({ kind: "silence", when: "in the body" }),
    lost("Timeout", goneAfter("Timeout")),
  ],
  ["not JSON", () => ({ kind: "not JSON" }), answered("UnexpectedResponse")],
  ["content type", () => ({ kind: "wrong content type" }), answered("ok")],
  ["redirect", () => ({ kind: "redirect", location: elsewhere }), answered("UnexpectedResponse")],
  ["endless", () => ({ kind: "endless" }), answered("UnexpectedResponse")],
];

const table = new Map<string, string[]>();

afterAll(() => {
  const width = Math.max(...operations.map(({ name }) => name.length));
  const lines = [...table].flatMap(([fault, cells]) => [
    fault,
    ...cells.map((cell, index) => `  ${(operations[index]?.name ?? "").padEnd(width)}  ${cell}`),
  ]);
  console.log(["Outcome and requests, for a fault once | always", ...lines].join("\n"));
});

describe.each(faults)("%s", (name, fault, expected) => {
  test("ends as it has to for all ten operations, and nothing is made twice", async () => {
    const cells = await Promise.all(
      operations.map(async (operation) => {
        const { repeating, deletes } = operation;
        const once = await outcomeOf(operation, (index) => (index === 0 ? fault() : undefined));
        const always = await outcomeOf(operation, fault);
        const deletion = deletes ? expected.deletion : undefined;
        expect([operation.name, once, always]).toEqual([
          operation.name,
          deletion?.once ?? expected.once[repeating],
          deletion?.always ?? expected.always[repeating],
        ]);
        return `${once} | ${always}`;
      }),
    );
    table.set(name, cells);
  });
});
