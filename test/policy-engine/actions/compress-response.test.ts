import { gunzipSync, gzipSync } from "node:zlib";
import type { Exchange, ResponseInput, SimulationOptions } from "@traffic-policy/policy-engine";
import type { HeaderInput } from "../../../packages/policy-engine/src/exchange/message.ts";
import type { Action } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { outbound, simulated } from "../simulated.ts";

const body = "hello, hello, hello";

async function compressed(
  accept: string | readonly string[] | undefined,
  {
    config = {},
    response = { body },
    method = "GET",
    options = {},
  }: {
    config?: object;
    response?: ResponseInput;
    method?: string;
    options?: SimulationOptions;
  } = {},
) {
  const headers: HeaderInput = accept === undefined ? {} : { "accept-encoding": accept };
  const exchange = { request: { method, url: "/", headers }, response };
  const outcome = await outbound([{ type: "compress-response", config }], exchange, {
    trace: true,
    ...options,
  });
  const note = outcome.trace?.rules.at(-1)?.actions[0]?.note;
  return { algorithm: outcome.response?.compression, response: outcome.response, note };
}

describe("compressResponse.negotiation", () => {
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["gzip", "gzip"],
    ["GZip", "gzip"],
    ["x-gzip", "gzip"],
    ["zstd", undefined],
    ["zstd, br", "br"],
    ["gzip;q=0.5, br;q=0.8", "br"],
    ["gzip;q=0.5, deflate; q=0.501", "deflate"],
    ["gzip;Q=0.5, br; Q = 0.8", "br"],
    ["gzip;Q=0.3, identity", undefined],
    ["gzip;q=0", undefined],
    ["gzip;q=0, deflate;q=0.001", "deflate"],
    ["gzip;q=0.0, *", "deflate"],
    ["*", "gzip"],
    ["*;q=0", undefined],
    ["br;q=0.2, *;q=0.1", "br"],
    ["identity", undefined],
    ["identity, gzip;q=0.5", undefined],
    ["identity;q=0.5, gzip", "gzip"],
    ["identity;q=0", undefined],
    ["identity;q=0, gzip;q=0.1", "gzip"],
    ["identity;q=0, *;q=0.5", "gzip"],
    [["deflate;q=0.5", "br"], "br"],
    ["gzip;q=nonsense", undefined],
    [",,gzip,,", "gzip"],
  ])("accept-encoding %j gives %s", async (accept, algorithm) => {
    expect((await compressed(accept)).algorithm).toBe(algorithm);
  });

  test("compressResponse.defaults: gzip, deflate, br and compress", async () => {
    const all = "br, compress, deflate, gzip";
    expect((await compressed(all)).algorithm).toBe("gzip");
    expect((await compressed("compress, deflate;q=0.9")).algorithm).toBe("compress");
    expect((await compressed(all, { config: { algorithms: ["br", "gzip"] } })).algorithm).toBe(
      "br",
    );
    expect((await compressed("gzip", { config: { algorithms: ["br"] } })).algorithm).toBe(
      undefined,
    );
  });

  test("compressResponse.unsure: a tie goes to the policy, or to the client", async () => {
    const options = { compressionTie: "client" } as const;
    expect((await compressed("br, gzip")).algorithm).toBe("gzip");
    expect((await compressed("br, gzip", { options })).algorithm).toBe("br");
    expect((await compressed("br;q=0.1, gzip", { options })).algorithm).toBe("gzip");
  });

  test("compressResponse.unsure: * can stand for nothing", async () => {
    const options = { compressionWildcard: "ignored" } as const;
    expect((await compressed("*", { options })).algorithm).toBe(undefined);
    expect((await compressed("br, *", { options })).algorithm).toBe("br");
  });

  test("only algorithms are taken that are there", async () => {
    const options = { compressionAlgorithms: ["br", "gzip"] };
    expect((await compressed("compress, gzip;q=0.1", { options })).algorithm).toBe("gzip");
  });
});

describe("compressResponse.effects", () => {
  test("content-length goes; content-encoding and vary come", async () => {
    const response = { body, headers: { "content-length": "19", "x-a": "1", vary: "Origin" } };
    expect((await compressed("gzip", { response })).response).toEqual({
      status: 200,
      headers: {
        "x-a": ["1"],
        vary: ["Origin", "accept-encoding"],
        "content-encoding": ["gzip"],
      },
      body,
      compression: "gzip",
    });
  });

  test.each(["Accept-Encoding", "origin, accept-encoding", "*"])(
    "vary stays that has it: %s",
    async (vary) => {
      const response = { body, headers: { vary } };
      expect((await compressed("gzip", { response })).response?.headers["vary"]).toEqual([vary]);
    },
  );

  test("to HEAD, headers are those that GET would get", async () => {
    const response = { headers: { "content-length": "19", etag: '"a"' } };
    expect(await compressed("gzip", { method: "HEAD", response })).toEqual({
      algorithm: "gzip",
      response: {
        status: 200,
        headers: { etag: ['"a"'], "content-encoding": ["gzip"], vary: ["accept-encoding"] },
        compression: "gzip",
      },
      note: undefined,
    });
  });

  test("with 304, headers fit the body that GET would get, and none tells its encoding", async () => {
    const response = { status: 304, headers: { "content-length": "19", etag: '"a"' } };
    expect((await compressed("gzip", { response })).response).toEqual({
      status: 304,
      headers: { etag: ['"a"'], vary: ["accept-encoding"] },
      compression: "gzip",
    });
  });

  test("a body is compressed by a function from outside", async () => {
    const options = { compress: (_algorithm: string, text: string | Uint8Array) => gzipSync(text) };
    const { response } = await compressed("gzip", { options });
    expect(gunzipSync(response?.body as Uint8Array).toString()).toBe(body);
  });
});

describe("a response is left alone", () => {
  test.each<[string, Parameters<typeof compressed>[1], string]>([
    [
      "that is encoded",
      { response: { body, headers: { "content-encoding": "br" } } },
      "The response is already encoded.",
    ],
    ["without a body", { response: { body: "" } }, "The response has no body."],
    ["with 204", { response: { status: 204 } }, "The response has no body."],
    ["with 205", { response: { status: 205, bodySize: null } }, "The response has no body."],
    [
      "to HEAD, when that to GET is empty",
      { method: "HEAD", response: { bodySize: 0 } },
      "The response has no body.",
    ],
    [
      "that is a part of a whole",
      { response: { status: 206, body, headers: { "content-range": "bytes 0-18/99" } } },
      "The response is a part of a whole.",
    ],
    [
      "that must not be transformed",
      { response: { body, headers: { "cache-control": "max-age=60, No-Transform" } } },
      "The response must not be transformed.",
    ],
    ["that is small", { options: { compressionMinimumSize: 20 } }, "The body is too small."],
    [
      "of another content type",
      { options: { compressionContentTypes: ["text/", "application/json"] } },
      "The content type is not one of those that are compressed.",
    ],
  ])("%s", async (_title, given, note) => {
    const told = await compressed("gzip", given);
    expect(told.algorithm).toBe(undefined);
    expect(told.response?.headers).not.toHaveProperty("vary");
    expect(told.note).toBe(note);
  });

  test("unless the options say otherwise", async () => {
    const transform = { body, headers: { "cache-control": "no-transform" } };
    const options = { compressionNoTransform: "ignored" } as const;
    expect((await compressed("gzip", { response: transform, options })).algorithm).toBe("gzip");
    const identity = { body, headers: { "content-encoding": "identity" } };
    expect((await compressed("gzip", { response: identity })).algorithm).toBe("gzip");
    const stream = { bodySize: null, headers: { "content-type": "Text/HTML" } };
    const types = { compressionContentTypes: ["text/"], compressionMinimumSize: 100 };
    expect((await compressed("gzip", { response: stream, options: types })).algorithm).toBe("gzip");
  });
});

describe("in an inbound rule", () => {
  const policy = {
    inbound: [{ actions: [{ type: "compress-response" }] }],
    outbound: [
      {
        expressions: ["'content-encoding' in res.headers"],
        actions: [{ type: "log", config: { metadata: {} } }],
      },
    ],
  };

  test.each([
    ["before-outbound", 1],
    ["after-outbound", 0],
  ] as const)("it compresses %s rules", async (inboundCompression, logs) => {
    const exchange = {
      request: { url: "/", headers: { "accept-encoding": "gzip" } },
      response: { body },
    };
    const outcome = await simulated(policy, exchange, { inboundCompression });
    expect(outcome.response?.compression).toBe("gzip");
    expect(outcome.logs).toHaveLength(logs);
  });

  const action = { type: "compress-response" };
  const path = "/inbound/0/actions/0";
  const told = async (
    exchange: Exchange,
    { actions = [action], ...options }: SimulationOptions & { actions?: readonly Action[] } = {},
  ) => {
    const rules = { inbound: [{ actions }], outbound: policy.outbound };
    const { trace, response } = await simulated(rules, exchange, { trace: true, ...options });
    return { traces: trace?.rules[0]?.actions, compression: response?.compression };
  };
  const request = { url: "/", headers: { "accept-encoding": "gzip" } };

  test.each(["before-outbound", "after-outbound"] as const)(
    "the trace has what it changed, %s rules",
    async (inboundCompression) => {
      const { traces } = await told({ request, response: { body } }, { inboundCompression });
      const what = "response-header";
      expect(traces).toEqual([
        {
          path,
          type: "compress-response",
          result: "done",
          changes: [
            { what, name: "content-length", before: [String(body.length)], after: null },
            { what, name: "content-encoding", before: null, after: ["gzip"] },
            { what, name: "vary", before: null, after: ["accept-encoding"] },
          ],
        },
      ]);
    },
  );

  test.each<[string, Exchange, SimulationOptions & { actions?: readonly Action[] }, string]>([
    [
      "a client that accepts nothing",
      { request: { url: "/" }, response: { body } },
      {},
      "The client sends no accept-encoding.",
    ],
    [
      "a response that is not known",
      { request },
      {},
      "The response will be compressed when it comes.",
    ],
    [
      "an answer of an inbound rule",
      { request },
      {
        actions: [action, { type: "custom-response", config: { status_code: 200, content: body } }],
      },
      "The policy answers the request itself, and no outbound rules run: nothing is compressed.",
    ],
    [
      "a request that fails",
      { request },
      { actions: [action, { type: "redirect", config: { to: "/${req.headers['none'][0]}" } }] },
      "The request fails: nothing is compressed.",
    ],
  ])("the trace says why nothing is compressed: %s", async (_title, exchange, options, note) => {
    const { traces, compression } = await told(exchange, options);
    expect(compression).toBeUndefined();
    expect(traces?.[0]).toEqual({
      path,
      type: "compress-response",
      result: "done",
      changes: [],
      note,
    });
  });

  test("an answer of an inbound rule is compressed when outbound rules run for it", async () => {
    const answer = { type: "custom-response", config: { status_code: 200, content: body } };
    const options = { outboundAfterAnswer: true, actions: [action, answer] };
    const { traces, compression } = await told({ request }, options);
    expect(compression).toBe("gzip");
    expect(traces?.[0]?.changes).toHaveLength(3);
  });

  test("of two such actions the first compresses, as in an outbound rule", async () => {
    const both = [{ ...action, config: { algorithms: ["gzip"] } }, action];
    const { traces, compression } = await told({ request, response: { body } }, { actions: both });
    expect(compression).toBe("gzip");
    expect(traces?.map(({ note }) => note)).toEqual([
      undefined,
      "The response is already encoded.",
    ]);
  });

  test("and its reason is also that of a response that fails afterwards", async () => {
    const rules = [
      { expressions: ["res.headers['none'][0] == 'a'"], actions: policy.outbound[0]?.actions },
    ];
    const { trace } = await simulated(
      { inbound: [{ actions: [action] }], outbound: rules },
      { request, response: { body } },
      { trace: true, inboundCompression: "after-outbound" },
    );
    expect(trace?.rules[0]?.actions[0]?.note).toBe("The request fails: nothing is compressed.");
  });
});
