import { compilePolicy, type JsonLike } from "@traffic-policy/policy-engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MessageSplitter,
  streamMessage,
} from "../../../packages/policy-engine/src/exchange/event-stream.ts";
import { seeded } from "../../seeded.ts";
import { act, fact, logged, onRequest, phases, type Given } from "./phases.ts";

const replacing = (phase: "request" | "response", replacements: JsonLike) =>
  act(`${phase}-body-find-replace`, { replacements } as never);

function onResponse(replacements: JsonLike, given: Given) {
  const results = { found: "${actions.ngrok.response_body_find_replace.replacements}" };
  const actions = [replacing("response", replacements), logged(results)];
  return phases({ on_http_response: [{ actions }] }, given);
}

test(
  fact("actions.body-find-replace.order", "each replacement sees the result of the one before"),
  async () => {
    const replacements = [
      { from: "a", to: "b" },
      { from: "b+", to: "<$0>" },
    ];
    const { response } = await onResponse(replacements, { response: { body: "aab a" } });
    expect(response?.body).toBe("<bbb> <b>");
  },
);

test(fact("actions.body-find-replace.all", "all matches, with groups"), async () => {
  const replacements = [{ from: "(\\w)=(\\w)", to: "$2=${'$'}1" }, { from: "x" }];
  const { response } = await onResponse(replacements, { response: { body: "a=b c=d x" } });
  expect(response?.body).toBe("b=a d=c ");
});

test(
  fact("actions.body-find-replace.regex", "RE2: what only other engines have is a problem"),
  async () => {
    const document = {
      on_http_response: [{ actions: [replacing("response", [{ from: "(?=a)" }])] }],
    };
    const { problems } = await compilePolicy(document as never);
    expect(problems.map(({ path }) => path)).toEqual([
      "/on_http_response/0/actions/0/config/replacements/0/from",
    ]);
    expect(problems[0]?.message).toMatch(/^"from" is not RE2: /);
  },
);

describe("actions.body-find-replace.contentLength", () => {
  test(
    fact("actions.body-find-replace.contentLength", "it is made new where there is one"),
    async () => {
      const { response } = await onResponse([{ from: "a", to: "ü" }], { response: { body: "aa" } });
      expect(response?.headers["content-length"]).toEqual(["4"]);
    },
  );

  test(fact("actions.body-find-replace.contentLength", "and none is added"), async () => {
    const headers = { "transfer-encoding": "chunked" };
    const given = { response: { headers, body: "aa" } };
    const { response } = await onResponse([{ from: "a", to: "bb" }], given);
    expect(response?.body).toBe("bbbb");
    expect(response?.headers).toEqual({ "transfer-encoding": ["chunked"] });
  });
});

test(
  fact("config response-body-find-replace.results", "which replacements matched, and what first"),
  async () => {
    const replacements = [{ from: "none" }, { from: "a(\\d)", to: "b" }, { from: "b" }];
    const { logs } = await onResponse(replacements, { response: { body: "a1 a2" } });
    expect(logs[0]?.metadata).toEqual({
      found: [
        { replacement_index: 1, matched_content: "a1" },
        { replacement_index: 2, matched_content: "b" },
      ],
    });
  },
);

test(
  fact("config request-body-find-replace.results", "the upstream gets the new body"),
  async () => {
    const actions = [
      replacing("request", [{ from: "${req.method}", to: "${req.host}" }]),
      logged({ size: "${req.content_length}" }),
    ];
    const exchange = { request: { method: "POST", url: "https://example.com/", body: "a POST" } };
    const { request, logs } = await onRequest(actions, { exchange });
    expect(request?.body).toBe("a example.com");
    expect(request?.headers["content-length"]).toEqual(["13"]);
    expect(logs[0]?.metadata).toEqual({ size: 13 });
  },
);

test("without a body there is nothing to replace, and one that is not given is not guessed", async () => {
  const action = [replacing("request", [{ from: "a" }])];
  const none = await onRequest(action, { trace: true });
  expect(none.trace?.rules[0]?.actions[0]?.note).toBe("There is no body.");
  for (const [extra, why] of [
    [{ bodySize: 5 }, "is not given"],
    [{ body: new Uint8Array([0xff]) }, "is not plain text in UTF-8"],
    [{ body: "a", headers: { "content-encoding": "gzip" } }, "is not plain text in UTF-8"],
  ] as const) {
    const exchange = { request: { url: "https://example.com/", ...extra } };
    const { notSimulated } = await onRequest(action, { exchange });
    expect(notSimulated.map(({ message }) => message)).toEqual([
      `The body ${why}: what is replaced in it is not simulated.`,
    ]);
  }
});

test("a pattern that an interpolation makes wrong fails the request", async () => {
  const exchange = { request: { url: "https://example.com/", body: "a", headers: { "x-a": "(" } } };
  const replacements = [{ from: "${req.headers['x-a'][0]}" }];
  const { result, errors } = await onRequest([replacing("request", replacements)], { exchange });
  expect(result).toBe("failed");
  expect(errors[0]?.message).toMatch(/^"\(" is not a regular expression \(RE2\): /);
});

describe("actions.sse-find-replace", () => {
  const stream = (body: string | Uint8Array, type = "text/event-stream; charset=utf-8") => ({
    response: { headers: { "content-type": type }, body },
  });
  const policy = (replacements: JsonLike) => ({
    on_event_stream_message: [{ actions: [act("sse-find-replace", { replacements } as never)] }],
  });

  test(fact("actions.sse-find-replace.unit", "one message at a time"), async () => {
    // Over the whole body, the first would be found in the second message.
    const given = stream("data: one\n\ndata: two\n\n");
    const { response } = await phases(policy([{ from: "(?s)^.*$", to: "[$0]" }]), given);
    expect(response?.body).toBe("data: [one]\n\ndata: [two]\n\n");
    expect(response?.headers["content-length"]).toEqual(["26"]);
  });

  test(fact("actions.sse-find-replace.fields", "data, or retry"), async () => {
    const given = stream("id: 5\nretry: 500\ndata: 5\n\n");
    const { response } = await phases(policy([{ field: "retry", from: "5", to: "6" }]), given);
    expect(response?.body).toBe("id: 5\nretry: 600\ndata: 5\n\n");
    const other = await phases(policy([{ from: "5", to: "6" }]), given);
    expect(other.response?.body).toBe("id: 5\nretry: 500\ndata: 6\n\n");
  });

  test("data of several lines is one text, and stays several lines", async () => {
    const given = stream("data:a\r\n: kept\r\ndata:b\r\n\r\n: only a comment\r\n\r\ndata");
    const { response } = await phases(policy([{ from: "a\nb", to: "c\nd\ne" }]), given);
    expect(response?.body).toBe(
      "data:c\r\ndata:d\r\ndata:e\r\n: kept\r\n\r\n: only a comment\r\n\r\ndata",
    );
  });

  test(fact("config sse-find-replace.results", "what matched in the message"), async () => {
    const replacements = [{ from: "x" }, { from: "a.", to: "" }];
    const document = policy(replacements);
    const { trace, matched } = await phases(document, {
      ...stream("data: ab\n\ndata: x\n\n"),
      trace: true,
    });
    // The rule matched for both messages, and is told of once.
    expect(matched).toHaveLength(1);
    expect(trace?.rules).toHaveLength(1);
    expect(trace?.rules[0]?.actions[0]?.changes).toEqual([
      { what: "body", before: "ab", after: "" },
      { what: "body", before: "x", after: "" },
    ]);
  });

  test(
    fact("actions.sse-find-replace.phase", "only where the response is a stream of events"),
    async () => {
      const { response, directions } = await phases(
        policy([{ from: "a" }]),
        stream("data: a\n\n", "text/plain"),
      );
      expect(response?.body).toBe("data: a\n\n");
      expect(directions.at(-1)).toEqual({
        direction: "on_event_stream_message",
        result: "skipped",
      });
    },
  );

  test("after rules of the response, also one that compresses", async () => {
    const document = {
      on_http_response: [{ actions: [act("compress-response", { algorithms: ["gzip"] })] }],
      ...policy([{ from: "a", to: "b" }]),
    };
    const compress = (_algorithm: string, body: string | Uint8Array) =>
      new TextEncoder().encode(`gz ${String(body)}`);
    const headers = { "accept-encoding": "gzip" };
    const exchange = { request: { url: "https://example.com/", headers } };
    const { response } = await phases(document, { ...stream("data: a\n\n"), exchange, compress });
    expect(new TextDecoder().decode(response?.body as Uint8Array)).toBe("gz data: b\n\n");
  });

  test("messages that are not given as text are not guessed", async () => {
    const given = stream(new Uint8Array([0xff]));
    const { notSimulated, response } = await phases(policy([{ from: "a" }]), given);
    expect(notSimulated).toEqual([
      {
        path: "/on_event_stream_message/0/actions/0",
        type: "sse-find-replace",
        message:
          "A message of the stream is not UTF-8: on_event_stream_message rules are not simulated.",
      },
    ]);
    expect(response?.body).toEqual(new Uint8Array([0xff]));
    const bodiless = {
      response: { headers: { "content-type": "text/event-stream" }, bodySize: 5 },
    };
    const { notSimulated: unread } = await phases(policy([{ from: "a" }]), bodiless);
    expect(unread[0]?.message).toBe(
      "The body of the response is not given as plain text: on_event_stream_message rules are not simulated.",
    );
  });
});

/** The data of the messages of a stream, found without keeping any line. */
function dataOf(text: string): (string | undefined)[] {
  const messages =
    text.replaceAll(/\r\n?/g, "\n").match(/(?:[^\n]+\n)*(?:\n|[^\n]+$)|(?:[^\n]+\n)+$/g) ?? [];
  return messages.map((message) => {
    const data = message.split("\n").filter((line) => /^data(?::|$)/.test(line));
    return data.length === 0
      ? undefined
      : data.map((line) => line.replace(/^data:? ?/, "")).join("\n");
  });
}

test("of any stream, in any pieces, all messages are found, and joined they are the stream", () => {
  const parts = ["data", "data: ", ":", " ", "a", "\n", "\r", "\r\n", "\n\n", "retry:1"];
  const streams = fc.array(fc.constantFrom(...parts), { maxLength: 20 }).map((all) => all.join(""));
  seeded(
    fc.property(streams, fc.array(fc.integer({ min: 1, max: 12 })), (text, sizes) => {
      const splitter = new MessageSplitter();
      const bytes = Buffer.from(text);
      const found = [];
      let at = 0;
      for (const size of sizes) found.push(...splitter.push(bytes.subarray(at, (at += size))));
      found.push(...splitter.push(bytes.subarray(at)), ...splitter.end());
      expect(Buffer.concat(found.map((one) => one.bytes)).toString()).toBe(text);
      const messages = found.filter(({ isMessage }) => isMessage);
      const values = messages.map((one) => streamMessage(String(Buffer.from(one.bytes))));
      expect(values.map((one) => one.toText()).join("")).toBe(
        messages.map((one) => String(Buffer.from(one.bytes))).join(""),
      );
      expect(values.map((one) => one.value("data"))).toEqual(dataOf(text));
    }),
    2000,
  );
});

test("a message is given with the byte that ends it, and a message that is too large in parts", () => {
  const splitter = new MessageSplitter(10);
  const push = (text: string) =>
    splitter.push(Buffer.from(text)).map((one) => [String(Buffer.from(one.bytes)), one.isMessage]);
  expect(push("data: a\r\n")).toEqual([]);
  expect(push("\r")).toEqual([["data: a\r\n\r", true]]);
  expect(push("\ndata: ")).toEqual([["\n", false]]);
  expect(push("0123456789")).toEqual([["data: 0123456789", false]]);
  expect(push("\n\ndata: b\n\n")).toEqual([
    ["\n\n", false],
    ["data: b\n\n", true],
  ]);
  expect(splitter.end()).toEqual([]);
});
