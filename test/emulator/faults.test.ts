import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { createEmulator, type Fault, type FaultScript } from "@traffic-policy/emulator";
import { describe, expect, test } from "vitest";
import { rawAnswer } from "./raw-answer.ts";
import { errorBody, started, type Send } from "./requests.ts";

type Operation = readonly [method: string, path: string, body: object | undefined];

const operations: readonly Operation[] = [
  ["POST", "/edges/tcp", { description: "new" }],
  ["GET", "/edges/tcp", undefined],
  ["GET", "/edges/tcp/edge_1", undefined],
  ["PATCH", "/edges/tcp/edge_1", { description: "changed" }],
  ["DELETE", "/edges/tcp/edge_1", undefined],
  ["GET", "/endpoints", undefined],
  ["GET", "/endpoints/ep_1", undefined],
  ["PUT", "/edges/https/e/routes/r/traffic_policy", { value: '{"inbound":[]}' }],
  ["GET", "/edges/https/e/routes/r/traffic_policy", undefined],
  ["DELETE", "/edges/https/e/routes/r/traffic_policy", undefined],
];

test.each(["/edges/tcp/%zz", `/edges/tcp/${"a".repeat(3000)}`])(
  "a fault of all requests is one of those that nobody could read, too",
  async (path) => {
    const { baseUrl, setFaults } = await started();
    setFaults({ faults: [{ fault: "failure", status: 503 }] });
    expect(await rawAnswer(baseUrl, "GET", path, undefined)).toMatchObject({ status: 503 });
    setFaults({ faults: [{ fault: "reset-after-work" }] });
    expect(await rawAnswer(baseUrl, "GET", path, undefined)).toMatchObject({ error: "ECONNRESET" });
  },
);

/** An emulator with one edge, one endpoint and one policy of a route; then the faults begin. */
async function prepared(fault: Fault): Promise<{ baseUrl: string; send: Send; end: () => void }> {
  const { baseUrl, send, setFaults } = await started();
  await send("POST", "/edges/tcp", { hostports: ["a.example:22"] });
  await send("PUT", "/edges/https/e/routes/r/traffic_policy", { value: "{}" });
  setFaults({ faults: [fault] });
  return { baseUrl, send, end: () => setFaults({ faults: [] }) };
}

/** Everything that the operations can change. */
async function stateOf(send: Send): Promise<string> {
  const answers = await Promise.all([
    send("GET", "/edges/tcp"),
    send("GET", "/endpoints"),
    send("GET", "/edges/https/e/routes/r/traffic_policy"),
  ]);
  // Times and the numbers of operations differ from one emulator to the next.
  return JSON.stringify(answers).replaceAll(
    /"\d{4}-\d\d-\d\dT[^"]+"|"op_[^"]+"|http:\/\/127\.0\.0\.1:\d+/g,
    "",
  );
}

/** What one operation does when nothing goes wrong. */
async function work([method, path, body]: Operation): Promise<{
  state: string;
  status: number;
  body: string;
}> {
  const { baseUrl, send } = await prepared({ fault: "delay", milliseconds: 0 });
  const { status, body: text } = await rawAnswer(baseUrl, method, path, body);
  return { state: await stateOf(send), status: status ?? 0, body: text };
}

const works = new Map<string, ReturnType<typeof work>>();

/** The same, tried once. */
function worked(operation: Operation): ReturnType<typeof work> {
  const name = operation.slice(0, 2).join(" ");
  const found = works.get(name) ?? work(operation);
  works.set(name, found);
  return found;
}

let stateBefore: Promise<string> | undefined;

/** The state in which nothing has been done. */
function untouched(): Promise<string> {
  stateBefore ??= prepared({ fault: "delay", milliseconds: 0 }).then(({ send }) => stateOf(send));
  return stateBefore;
}

describe.each(operations)("%s %s", (...operation) => {
  const [method, path, body] = operation;

  test.each<[Fault, number, Record<string, unknown>]>([
    [{ fault: "rate-limit", seconds: 7 }, 429, { "retry-after": "7" }],
    [{ fault: "failure", status: 500 }, 500, {}],
    [{ fault: "failure", status: 502 }, 502, {}],
    [{ fault: "failure", status: 503 }, 503, {}],
    [{ fault: "redirect" }, 307, { location: "https://elsewhere.invalid/" }],
    [{ fault: "redirect", status: 301, location: "/x" }, 301, { location: "/x" }],
  ])("%o takes the place of the work", async (fault, status, headers) => {
    const { baseUrl, send, end } = await prepared(fault);
    const answer = await rawAnswer(baseUrl, method, path, body);
    expect(answer).toMatchObject({ status, ended: true, headers });
    expect(JSON.parse(answer.body)).toMatchObject({ status_code: status });
    end();
    expect(await stateOf(send)).toBe(await untouched());
  });

  test("reset-before-work does nothing and sends nothing", async () => {
    const { baseUrl, send, end } = await prepared({ fault: "reset-before-work" });
    expect(await rawAnswer(baseUrl, method, path, body)).toEqual({ error: "ECONNRESET", body: "" });
    end();
    expect(await stateOf(send)).toBe(await untouched());
  });

  test("reset-after-work does everything and sends nothing", async () => {
    const { baseUrl, send, end } = await prepared({ fault: "reset-after-work" });
    expect(await rawAnswer(baseUrl, method, path, body)).toEqual({ error: "ECONNRESET", body: "" });
    end();
    expect(await stateOf(send)).toBe((await worked(operation)).state);
  });

  test("half-answer does everything, and ends in the middle", async () => {
    const right = await worked(operation);
    const { baseUrl, send, end } = await prepared({ fault: "half-answer" });
    const answer = await rawAnswer(baseUrl, method, path, body);
    const { length } = right.body;
    expect(answer).toMatchObject(
      length === 0
        ? { error: "ECONNRESET" }
        : { status: right.status, ended: false, headers: { "content-length": String(length) } },
    );
    expect(answer.body).toHaveLength(Math.floor(length / 2));
    end();
    expect(await stateOf(send)).toBe(right.state);
  });

  test.each<[Fault, string, RegExp]>([
    [{ fault: "not-json" }, "application/json; charset=utf-8", /^<html>/],
    [{ fault: "wrong-content-type" }, "text/html; charset=utf-8", /^(\{|Done\.$)/],
  ])("%o does everything, and answers something else", async (fault, type, start) => {
    const right = await worked(operation);
    const { baseUrl, send, end } = await prepared(fault);
    const answer = await rawAnswer(baseUrl, method, path, body);
    expect(answer).toMatchObject({
      status: right.status === 204 ? 200 : right.status,
      ended: true,
      headers: { "content-type": type },
      body: expect.stringMatching(start),
    });
    end();
    expect(await stateOf(send)).toBe(right.state);
  });

  test.each<Fault>([{ fault: "endless-body" }, { fault: "endless-body", pauseMilliseconds: 1 }])(
    "%o does everything, and does not end",
    async (fault) => {
      const right = await worked(operation);
      const { baseUrl, send, end } = await prepared(fault);
      const answer = await rawAnswer(baseUrl, method, path, body, { stopAfter: 100 });
      expect(answer).toMatchObject({
        ended: false,
        body: expect.stringMatching(/^\{"padding":"x{80}/),
      });
      end();
      expect(await stateOf(send)).toBe(right.state);
    },
  );

  test.each<Fault>([
    { fault: "failure", status: 502, afterWork: true },
    { fault: "delay", milliseconds: 1, afterWork: true },
    { fault: "delay", milliseconds: 1 },
  ])("%o does everything", async (fault) => {
    const right = await worked(operation);
    const { baseUrl, send, end } = await prepared(fault);
    const { status } = await rawAnswer(baseUrl, method, path, body);
    expect(status).toBe(fault.fault === "failure" ? 502 : right.status);
    end();
    expect(await stateOf(send)).toBe(right.state);
  });
});

test("half of an answer without a body is half of its head", async () => {
  const { baseUrl } = await prepared({ fault: "half-answer" });
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
  socket.write("DELETE /edges/tcp/edge_1 HTTP/1.1\r\nhost: localhost\r\n");
  socket.write("authorization: Bearer k\r\nservice-version: 2\r\n\r\n");
  expect(await textOf(socket)).toBe("HTTP/1.1 204");
});

test("what never ends has an end where an answer has no body", async () => {
  const { baseUrl } = await prepared({ fault: "endless-body" });
  expect(await rawAnswer(baseUrl, "HEAD", "/edges/tcp", undefined)).toMatchObject({
    status: 404,
    ended: true,
    body: "",
  });
});

test("a date in Retry-After is not too early", async () => {
  const { baseUrl } = await prepared({ fault: "rate-limit", seconds: 30, as: "date" });
  const before = Date.now();
  const { headers } = await rawAnswer(baseUrl, "GET", "/edges/tcp", undefined);
  const text = String(headers?.["retry-after"]);
  expect(new Date(text).toUTCString()).toBe(text);
  expect(Date.parse(text)).toBeGreaterThanOrEqual(before + 30_000);
});

describe("which requests", () => {
  async function statuses(script: FaultScript, paths: readonly string[]): Promise<number[]> {
    const { send } = await started({ faults: script, tcpEdges: ["edge_1"] });
    const found: number[] = [];
    for (const path of paths) found.push((await send("GET", path)).status);
    return found;
  }
  const edges = (count: number): string[] => Array.from({ length: count }, () => "/edges/tcp");
  const failure = { fault: "failure", status: 503 } as const;

  test("after some, and so many times", async () => {
    const script = { faults: [{ ...failure, after: 2, times: 2 }] };
    expect(await statuses(script, edges(6))).toEqual([200, 200, 503, 503, 200, 200]);
  });

  test("all, when nothing is said, also where there is no operation", async () => {
    expect(await statuses({ faults: [failure] }, ["/edges/tcp", "/nowhere"])).toEqual([503, 503]);
  });

  test("of one operation or several, which alone count", async () => {
    const paths = ["/edges/tcp", "/edges/tcp/edge_1", "/endpoints", "/edges/tcp/edge_1"];
    const one = { ...failure, on: "GET /edges/tcp/{id}", after: 1 } as const;
    expect(await statuses({ faults: [one] }, paths)).toEqual([200, 200, 200, 503]);
    const two = { ...failure, on: ["GET /edges/tcp", "GET /endpoints"] } as Fault;
    expect(await statuses({ faults: [two] }, paths)).toEqual([503, 200, 503, 200]);
  });

  test("the first fault of those that fit", async () => {
    const faults: Fault[] = [
      { ...failure, times: 1 },
      { fault: "failure", status: 500, after: 1, times: 1 },
    ];
    expect(await statuses({ faults }, edges(3))).toEqual([503, 500, 200]);
  });

  test("by chance, the same with the same seed, another with another", async () => {
    const faults: Fault[] = [{ ...failure, probability: 0.5 }];
    const once = await statuses({ seed: 7, faults }, edges(100));
    expect(await statuses({ seed: 7, faults }, edges(100))).toEqual(once);
    expect(await statuses({ seed: 8, faults }, edges(100))).not.toEqual(once);
    const failed = once.filter((status) => status === 503).length;
    expect(failed).toBeGreaterThan(30);
    expect(failed).toBeLessThan(70);
  });

  test("also those without a key: a broken service does not ask who is there", async () => {
    const { send } = await started({ faults: { faults: [failure] } });
    const { status, body } = await send("GET", "/edges/tcp", undefined, { authorization: "" });
    expect(status).toBe(503);
    expect(body).toEqual(errorBody(503, "failed", "The service failed, as configured."));
  });

  test("other faults can be set while it runs, and count anew", async () => {
    const { send, setFaults } = await started({ faults: { faults: [{ ...failure, times: 1 }] } });
    const read = async (): Promise<number> => (await send("GET", "/edges/tcp")).status;
    expect([await read(), await read()]).toEqual([503, 200]);
    setFaults({ faults: [{ ...failure, after: 1 }] });
    expect([await read(), await read()]).toEqual([200, 503]);
    expect(() => setFaults({ faults: [{ fault: "no" } as never] })).toThrow('"fault"');
    expect(await read()).toBe(503);
  });
});

test.each([
  [[], 'The faults are not an object with a list "faults".'],
  [{ faults: {} }, 'The faults are not an object with a list "faults".'],
  [{ faults: [], seeds: 1 }, 'Unknown key "seeds" in the faults.'],
  [{ faults: [], seed: 1.5 }, '/seed: "seed" is not a whole number.'],
  [{ faults: ["delay"] }, '/faults/0: The fault has no "fault" that is known. Known: delay, rate-'],
  [{ faults: [{ fault: "toString" }] }, '/faults/0: The fault has no "fault" that is known.'],
  [
    { faults: [{ fault: "delay" }] },
    '/faults/0: The fault "delay" has no "milliseconds". A whole number of',
  ],
  [
    { faults: [{ fault: "failure", status: 200 }] },
    '/faults/0/status: The fault "failure" has an invalid "status". 500, 502, 503 or 504.',
  ],
  [{ faults: [{ fault: "not-json", often: 1 }] }, 'Unknown key "often" in the fault "not-json".'],
  [{ faults: [{ fault: "not-json", on: "GET /edges" }] }, '/faults/0/on: The fault "not-json" has'],
  [{ faults: [{ fault: "not-json", on: [] }] }, 'has an invalid "on". '],
  [{ faults: [{ fault: "not-json", probability: 0 }] }, 'has an invalid "probability".'],
  [{ faults: [{ fault: "redirect", location: "a\nb" }] }, 'has an invalid "location".'],
])("%j is refused", async (faults, message) => {
  await expect(createEmulator({ faults: faults as never })).rejects.toThrow(message);
});
