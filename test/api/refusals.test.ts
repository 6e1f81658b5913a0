import {
  createClient,
  Conflict,
  Forbidden,
  InvalidRequest,
  NotFound,
  RateLimited,
  ServiceError,
  ServiceFailure,
  Unauthorized,
} from "@traffic-policy/api";
import { createEmulator } from "@traffic-policy/emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { apiKey } from "./api-key.ts";
import { failing } from "./failing.ts";
import { answering, clientOf } from "./local-service.ts";

const body = JSON.stringify({
  error_code: "E_1",
  status_code: 400,
  msg: "It does not do.",
  details: { operation_id: "op_1" },
});

describe("the status decides the kind", () => {
  test.each([
    [400, InvalidRequest, "The service refused the request (400): It does not do."],
    [401, Unauthorized, "The service refused the API key (401)."],
    [403, Forbidden, "The service does not allow this with the API key (403): It does not do."],
    [404, NotFound, "The service does not know /edges/tcp/edge_1 (404)."],
    [409, Conflict, "The service reports a conflict (409): It does not do."],
    [413, InvalidRequest, "The service refused the request (413): It does not do."],
    [422, InvalidRequest, "The service refused the request (422): It does not do."],
    [429, RateLimited, "The service accepts no more requests for now (429)."],
    [500, ServiceFailure, "The service failed (500): It does not do."],
    [503, ServiceFailure, "The service failed (503): It does not do."],
  ])("%d", async (status, kind, message) => {
    const { baseUrl, received } = await answering((response) => {
      response.writeHead(status).end(body);
    });
    const change = clientOf(baseUrl).tcpEdges.update("edge_1", {});
    const error = await failing(ServiceError, change);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({
      name: kind.name,
      operation: "update TCP edge",
      method: "PATCH",
      path: "/edges/tcp/edge_1",
      status,
      code: "E_1",
      serviceMessage: "It does not do.",
      message,
    });
    expect(error.help).toMatch(/\.$/);
    expect(received).toHaveLength(1);
  });
});

test.each([
  ["retry-after", ["1", "2"], 503, { retryAfter: 2000 }],
  [
    "location",
    ["https://a.example/x", "https://b.example/"],
    302,
    { message: expect.stringContaining("to https://a.example,") },
  ],
  ["content-encoding", ["gzip", "br"], 200, {}],
  ["date", ["Sun, 01 Mar 2026 12:00:30 GMT", "no date"], 500, {}],
  ["content-type", ["text/html", "application/json"], 500, {}],
])("the header %s may be there twice", async (name, values, status, expected) => {
  const { baseUrl } = await answering((response) => {
    response.writeHead(status, [name, values[0] ?? "", name, values[1] ?? ""]).end("{");
  });
  const change = clientOf(baseUrl).tcpEdges.update("edge_1", {});
  const error = await failing(ServiceError, change);
  expect(error).toMatchObject({ status, ...expected });
});

test("what the service tells in details is kept, one line each, if it is text", async () => {
  const details = { operation_id: "op_1", "err\nor": "a\u0007 b", count: 5, none: "" };
  const { baseUrl } = await answering((response) => {
    response.writeHead(400).end(JSON.stringify({ msg: "No.", details }));
  });
  const error = await failing(InvalidRequest, clientOf(baseUrl).tcpEdges.get("edge_1"));
  expect(error.details).toEqual({ operation_id: "op_1", "err or": "a b" });
});

/** The statuses that leave open whether a change was made, of answers with this body. */
async function leavingOpen(answered: string): Promise<number[]> {
  const statuses = [400, 401, 403, 404, 405, 409, 413, 418, 422, 429, 500, 502, 503, 600, 999];
  const open: number[] = [];
  for (const status of statuses) {
    const { baseUrl } = await answering(
      (response) => void response.writeHead(status).end(answered),
    );
    const change = clientOf(baseUrl).tcpEdges.update("edge_1", {});
    if ((await failing(ServiceError, change)).effect === "possible") open.push(status);
  }
  return open;
}

test("of what the service answers, its failure and a 429 leave open whether a change was made", async () => {
  expect(await leavingOpen('{"error_code":"E","status_code":400,"msg":"No."}')).toEqual([
    429, 500, 502, 503, 600, 999,
  ]);
});

test("a 429 of the account's limit says that a change was not made", async () => {
  const limit = '{"error_code":"ERR_NGROK_226","status_code":429,"msg":"Your account is limited."}';
  expect(await leavingOpen(limit)).not.toContain(429);
});

test.each(["", "<html><title>Blocked</title></html>", '{"message":"Blocked"}'])(
  "what may be the answer of something before the service leaves it open: %j",
  async (answered) => {
    expect(await leavingOpen(answered)).toEqual([
      400, 401, 403, 404, 405, 409, 413, 418, 422, 429, 500, 502, 503, 600, 999,
    ]);
  },
);

test("reading never has an effect", async () => {
  const { baseUrl } = await answering((response) => void response.writeHead(500).end());
  const error = await failing(ServiceFailure, clientOf(baseUrl).tcpEdges.get("edge_1"));
  expect(error.effect).toBe("none");
});

describe("the body of the error", () => {
  const page =
    "<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head><body><p>nginx</p></body></html>";
  test.each([
    ["plain text", "upstream\n  timed out\r\n", "upstream timed out"],
    ["an HTML page", page, "502 Bad Gateway"],
    ["HTML without a title", "<html><style>p{}</style><p>Out of <b>order</b></p>", "Out of order"],
    ["JSON of another form", '{"error":"quota"}', '{"error":"quota"}'],
    ["terminal escapes", "\u001b[31mred\u0007", "[31mred"],
    ["text that is turned around", "\u202egnp.exe\u2066 a\u2069", "gnp.exe a"],
    ["characters that are not seen", "a\u200bb\u00adc\ufeff d", "abc d"],
    ["separators of lines and paragraphs", "a\u2028b\u2029\u0085c", "a b c"],
    ["nothing", "", undefined],
    ["JSON null", "null", "null"],
  ])("%s", async (_what, text, expected) => {
    const { baseUrl } = await answering((response) => void response.writeHead(502).end(text));
    const error = await failing(ServiceFailure, clientOf(baseUrl).tcpEdges.get("edge_1"));
    expect(error.serviceMessage).toBe(expected);
    expect(error.message).toBe(
      expected === undefined
        ? "The service failed (502)."
        : `The service failed (502): ${expected}.`,
    );
  });

  test("a long text is shortened", async () => {
    const { baseUrl } = await answering((response) => {
      response.writeHead(500).end("x".repeat(100_000));
    });
    const error = await failing(ServiceFailure, clientOf(baseUrl).tcpEdges.get("edge_1"));
    expect(error.serviceMessage).toBe(`${"x".repeat(299)}…`);
  });

  test.each([
    ["text", (key: string) => `What is "Bearer ${key}"?`],
    ["JSON", (key: string) => JSON.stringify({ error_code: key, msg: `No account for ${key}.` })],
    ["broken lines", (key: string) => (key.match(/.{1,4}/g) ?? []).join("\r\n  ")],
    ["JSON with breaks", (key: string) => JSON.stringify({ msg: [...key].join(" \n") })],
  ])("the API key in %s is not repeated", async (_what, quote) => {
    const { baseUrl } = await answering((response, { headers }) => {
      const key = headers.authorization?.replace("Bearer ", "") ?? "";
      response.writeHead(400).end(quote(key));
    });
    const error = await failing(InvalidRequest, clientOf(baseUrl).tcpEdges.get("edge_1"));
    expect(error.message).toContain("[API key]");
  });
});

test("the emulator refuses another key, and neither key shows", async () => {
  const emulator = await createEmulator({ apiKey: "the-right-one" });
  const client = createClient({ baseUrl: emulator.baseUrl, apiKey });
  onTestFinished(async () => {
    await client.close();
    await emulator.close();
  });
  const error = await failing(Unauthorized, client.tcpEdges.get("edge_1"));
  expect(JSON.stringify(error) + error.message).not.toContain("the-right-one");
});
