// The client and each fault of the emulator: what becomes of the ten operations, and how many
// requests they take. test/api/fault-matrix.test.ts shows the same against a service of its own.
import { createClient, ServiceError } from "@traffic-policy/api";
import { createEmulator, type Fault, type ReceivedRequest } from "@traffic-policy/emulator";
import { afterAll, describe, expect, test } from "vitest";
import { apiKey, expectNoKey } from "../api/api-key.ts";
import { operations as allOperations, type NamedOperation } from "../api/operations.ts";

const operations = allOperations.map((operation) =>
  // The emulator gives endpoints identifiers of its own.
  operation.name === "get endpoint"
    ? {
        ...operation,
        run: (...[client]: Parameters<NamedOperation["run"]>) => client.endpoints.get("ep_1"),
      }
    : operation,
);

/** An outcome and the number of requests, where a request can be repeated and where it cannot. */
type Expectation = readonly [repeated: string, create: string, deletion?: string];

const lost = (error: string): Expectation => [`${error} 2`, `${error} 1`];
const answered = (outcome: string, deletion = outcome): Expectation => [
  `${outcome} 1`,
  `${outcome} 1`,
  `${deletion} 1`,
];

const faults: readonly (readonly [fault: Fault, expected: Expectation])[] = [
  [{ fault: "delay", milliseconds: 20 }, answered("ok")],
  [{ fault: "delay", milliseconds: 60_000 }, lost("Timeout")],
  [{ fault: "delay", milliseconds: 60_000, afterWork: true }, lost("Timeout")],
  [{ fault: "rate-limit", seconds: 0 }, ["RateLimited 2", "RateLimited 2"]],
  [{ fault: "rate-limit", seconds: 0, as: "date" }, ["RateLimited 2", "RateLimited 2"]],
  [{ fault: "failure", status: 500 }, lost("ServiceFailure")],
  [{ fault: "failure", status: 502 }, lost("ServiceFailure")],
  [{ fault: "failure", status: 503 }, lost("ServiceFailure")],
  [{ fault: "failure", status: 502, afterWork: true }, lost("ServiceFailure")],
  [{ fault: "reset-before-work" }, lost("ConnectionFailed")],
  [{ fault: "reset-after-work" }, lost("ConnectionFailed")],
  [{ fault: "half-answer" }, lost("ConnectionFailed")],
  [{ fault: "not-json" }, answered("UnexpectedResponse")],
  [{ fault: "wrong-content-type" }, answered("ok", "UnexpectedResponse")],
  [{ fault: "redirect" }, answered("UnexpectedResponse")],
  [{ fault: "endless-body" }, answered("UnexpectedResponse")],
  [{ fault: "endless-body", pauseMilliseconds: 5 }, answered("Timeout")],
];

const table: string[] = [];

afterAll(() => {
  const names = operations.map(({ name }) => name);
  console.log([`Outcome and requests of: ${names.join(", ")}`, ...table].join("\n"));
});

describe.each(faults)("%j", (fault, [repeated, create, deletion = repeated]) => {
  test("ends as it has to for all ten operations, and nothing is made twice", async () => {
    const outcomes = await Promise.all(operations.map((operation) => outcomeOf(operation, fault)));
    table.push(JSON.stringify(fault), `  ${outcomes.join(" | ")}`);
    expect(outcomes).toEqual(
      operations.map(({ repeating, deletes }) => {
        if (repeating === "more") return create;
        return deletes ? deletion : repeated;
      }),
    );
  });
});

async function outcomeOf({ run }: NamedOperation, fault: Fault): Promise<string> {
  const requests: ReceivedRequest[] = [];
  const emulator = await createEmulator({
    apiKey,
    tcpEdges: ["edge_a"],
    tunnels: ["https://demo.example"],
    onRequest: (request) => requests.push(request),
  });
  const client = createClient({
    baseUrl: emulator.baseUrl,
    apiKey,
    retries: { attempts: 2, firstDelay: 1 },
    timeouts: { headers: 300, total: 4000 },
    largestAnswer: 200_000,
  });
  try {
    await client.httpsRoutes.trafficPolicy.replace("edge_b", "route_a", { value: "{}" });
    requests.length = 0;
    emulator.setFaults({ faults: [fault] });
    const error: unknown = await run(client).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    emulator.setFaults({ faults: [] });
    const sent = requests.length;
    expectNoKey(error);
    const { tcp_edges: edges } = await client.tcpEdges.listPage();
    expect(edges.length).toBeLessThanOrEqual(2);
    if (error === undefined) return `ok ${sent}`;
    if (!(error instanceof ServiceError)) throw error;
    expect(error.attempts).toBe(sent);
    return `${error.constructor.name} ${sent}`;
  } finally {
    await client.close();
    await emulator.close();
  }
}
