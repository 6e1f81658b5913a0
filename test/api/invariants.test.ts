import fc from "fast-check";
import { expect, test } from "vitest";
import { seededAsync } from "../seeded.ts";
import { clientOf } from "./local-service.ts";
import { Do, outcomes, stored, text, type Model, type Real, type Step } from "./model.ts";
import { Service, type Fault } from "./server.ts";

const fault: fc.Arbitrary<Fault | undefined> = fc.option(
  fc.constantFrom<Fault>(
    { kind: "delay", milliseconds: 2 },
    { kind: "status", status: 429, retryAfter: "0" },
    { kind: "status", status: 500 },
    { kind: "status", status: 503, retryAfter: "0" },
    { kind: "reset", when: "before" },
    { kind: "reset", when: "after" },
    { kind: "half" },
    { kind: "not JSON" },
    { kind: "wrong content type" },
    { kind: "redirect", location: "http://127.0.0.1:9/" },
  ),
  { nil: undefined },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constantFrom("create", "list") }),
  fc.record({ does: fc.constantFrom("get", "update", "delete"), which: fc.nat(3) }),
  fc.record({ does: fc.constantFrom("put", "read", "remove"), route: fc.constantFrom("a", "b") }),
);

test("whatever goes wrong, a success happened exactly once, and an error tells whether it may have", async () => {
  const service = await Service.start({ pageSize: 2 });
  const client = clientOf(service.baseUrl, { retries: { attempts: 3, firstDelay: 0 } });
  const commands = fc.commands(
    [
      fc
        .tuple(step, fc.array(fault, { maxLength: 3 }))
        .map(([does, faults]) => new Do(does, faults)),
    ],
    { maxCommands: 12 },
  );
  const tried = await seededAsync(
    fc.asyncProperty(commands, async (sequence) => {
      service.reset();
      for (const id of ["edge_a", "edge_b", "edge_c"]) service.addEdges({ id, description: id });
      service.addRoute("edge", "a", { enabled: true, value: text(0) });
      const setup = (): { model: Model; real: Real } => ({
        model: stored(service),
        real: { client, service },
      });
      await fc.asyncModelRun(setup, sequence);
    }),
    120,
    300,
    40,
  );
  console.log(Object.fromEntries(outcomes));
  // The sequences were worth it: much succeeded, and much went wrong.
  expect([...outcomes.values()].filter((count) => count > tried / 6).length).toBeGreaterThan(3);
}, 300_000);
