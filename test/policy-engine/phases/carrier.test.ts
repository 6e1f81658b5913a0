import {
  answered,
  ExchangeRun,
  type Carrier,
  type Exchange,
  type Outcome,
  type Sent,
  type SentRequest,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { act, compiled, fact, logged } from "./phases.ts";

interface Carried {
  readonly outcome: Outcome;
  readonly run: ExchangeRun;
}

/** What a policy does to an exchange whose carrier can be asked. */
async function carried(
  document: object,
  carrier: Carrier,
  exchange: Partial<Exchange> = {},
  options: SimulationOptions = {},
): Promise<Carried> {
  const policy = await compiled(document);
  const whole = { request: { url: "https://example.com/" }, ...exchange };
  const run = new ExchangeRun(policy, whole, { trace: true, ...options }, carrier);
  await answered(() => run.request());
  await answered(() => run.response(exchange.response));
  return { outcome: run.outcome(), run };
}

const onRequest = (...actions: object[]) => ({ on_http_request: [{ actions }] });
const onResponse = (...actions: object[]) => ({ on_http_response: [{ actions }] });

const replaced = (of: string) => ({
  type: `${of}-body-find-replace`,
  config: { replacements: [{ from: "a", to: "b" }] },
});

describe("a body is read when an action asks for it, once", () => {
  test.each(["request", "response"] as const)("that of the %s", async (of) => {
    const read: string[] = [];
    const carrier: Carrier = {
      readBody: (which) => {
        read.push(which);
        return Promise.resolve({ body: "aa" });
      },
    };
    const before = logged({ now: "${req.method}" });
    const actions = [before, replaced(of), replaced(of), before];
    const document = of === "request" ? onRequest(...actions) : onResponse(...actions);
    const { outcome } = await carried(document, carrier, {
      request: { url: "https://example.com/", method: "POST", bodySize: 2 },
      response: { bodySize: 2 },
    });
    expect(read).toEqual([of]);
    expect(outcome[of]?.body).toBe("bb");
    expect(outcome.notSimulated).toEqual([]);
    // What ran before is not done twice.
    expect(outcome.logs).toHaveLength(2);
    expect(outcome.matched).toHaveLength(1);
    expect(outcome.trace?.rules).toHaveLength(1);
    expect(outcome.trace?.rules[0]?.actions.map(({ type }) => type)).toEqual(
      actions.map(({ type }) => type),
    );
  });

  test("none is read that nobody asks for, that is not there, or that is of no use", async () => {
    const carrier: Carrier = {
      readBody: () => Promise.reject(new Error("A body is read.")),
    };
    const never = { expressions: ["req.method == 'GET'"], actions: [replaced("request")] };
    const url = "https://example.com/";
    await carried({ on_http_request: [never] }, carrier, {
      request: { url, method: "POST", bodySize: 5 },
    });
    await carried(onRequest(replaced("request")), carrier, { request: { url, method: "POST" } });
    const head = { request: { url, method: "HEAD" }, response: { bodySize: 5 } };
    const { outcome } = await carried(onResponse(replaced("response")), carrier, head);
    expect(outcome.trace?.rules[0]?.actions[0]?.note).toBe("There is no body.");
    for (const status of [204, 304]) {
      await carried(onResponse(replaced("response")), carrier, { response: { status } });
    }
    const encoded = { headers: { "content-encoding": "gzip" }, bodySize: 5 };
    const { outcome: other } = await carried(onResponse(replaced("response")), carrier, {
      response: encoded,
    });
    expect(other.notSimulated[0]?.message).toMatch(/^The body is not plain text in UTF-8: /);
  });

  test("why there is none is told, and asked for once", async () => {
    let asked = 0;
    const carrier: Carrier = {
      readBody: () => {
        asked++;
        return Promise.resolve({ missing: "is too large" });
      },
    };
    const webhook = act("verify-webhook", { provider: "github", secret: "s" });
    const { outcome } = await carried(onRequest(replaced("request"), webhook), carrier, {
      request: { url: "https://example.com/", method: "POST", bodySize: 5 },
    });
    expect(outcome.notSimulated.map(({ message }) => message)).toEqual([
      "The body is too large: what is replaced in it is not simulated.",
      "The body of the request is signed, and is too large.",
    ]);
    expect(asked).toBe(1);
  });
});

const response = (status: number, body = "", headers = {}): Sent => ({
  kind: "response",
  response: { status, headers, body, address: "127.0.0.1", milliseconds: 12.4 },
});

/** Answers one request after the other, and keeps them. */
function sending(...answers: readonly Sent[]): Carrier & { readonly sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  return {
    sent,
    send: (request) => {
      sent.push(request);
      return Promise.resolve(answers[sent.length - 1] as Sent);
    },
  };
}

const http = (config: object) => act("http-request", { url: "https://a.internal/b", ...config });
const result = (name: string) => `\${actions.ngrok.http_request.${name}}`;
const failed: Sent = { kind: "failed", message: "It fails." };

describe("http-request", () => {
  test(fact("config http-request.config", "what is sent is made of the config"), async () => {
    const carrier = sending(response(200));
    const config = {
      url: "https://a.internal/${req.method}?c=1#d",
      method: "POST",
      query_params: [
        { key: "p q", value: "${req.host}&" },
        { key: "r", value: "" },
      ],
      headers: { "X-A": "${req.host}", "User-Agent": "own" },
      body: "of ${req.method}",
      timeout: "2s",
      max_redirects: 3,
    };
    await carried(onRequest(http(config)), carrier, {}, { clock: () => 1000 });
    expect(carrier.sent).toEqual([
      {
        method: "POST",
        url: "https://a.internal/GET?c=1&p%20q=example.com%26&r=#d",
        headers: {
          "x-a": "example.com",
          "user-agent": "own",
          "ngrok-req-type": "http-request",
          "x-forwarded-for": "198.51.100.1",
        },
        body: "of GET",
        largestBody: 262_144,
        redirects: 3,
        until: 3000,
      },
    ]);
  });

  test("three seconds and the method GET are the defaults; how many redirects is an open question", async () => {
    for (const httpRequestRedirects of [undefined, 0]) {
      const carrier = sending(response(200));
      const options = {
        clock: () => 0,
        ...(httpRequestRedirects === 0 && { httpRequestRedirects }),
      };
      await carried(onRequest(http({})), carrier, {}, options);
      const [sent] = carrier.sent;
      expect([sent?.method, sent?.until, sent?.redirects]).toEqual([
        "GET",
        3000,
        httpRequestRedirects ?? 10,
      ]);
    }
  });

  test(fact("config http-request.results", "the results are those of the catalogue"), async () => {
    const carrier = sending(response(418, "tea", { "x-b": ["1", "2"] }));
    const names = ["req", "res", "attempts", "error.code", "error.message"];
    const log = logged(Object.fromEntries(names.map((name) => [name, result(name)])));
    const { outcome } = await carried(onRequest(http({}), log), carrier);
    const header = {
      "user-agent": ["ngrok/cloud"],
      "ngrok-req-type": ["http-request"],
      "x-forwarded-for": ["198.51.100.1"],
    };
    expect(outcome.errors).toEqual([]);
    expect(outcome.logs[0]?.metadata).toEqual({
      req: { method: "GET", header, url: "https://a.internal/b", body: "" },
      res: {
        resolved_ip: "127.0.0.1",
        header: { "x-b": ["1", "2"] },
        status_code: 418,
        time_ms: "12",
        body: "tea",
      },
      attempts: [
        {
          resolved_ip: "127.0.0.1",
          response_header: { "x-b": ["1", "2"] },
          response_status_code: 418,
          response_time_ms: "12",
        },
      ],
      "error.code": "",
      "error.message": "",
    });
  });

  test(fact("onError.http-request.whatIsAnError", "a 500 is no error"), async () => {
    const carrier = sending(response(500));
    const { outcome } = await carried(onRequest(http({ on_error: "halt" })), carrier);
    expect([outcome.result, outcome.errors]).toEqual(["forwarded", []]);
  });

  test(fact("onError.http-request.continue", "the next action can read the error"), async () => {
    const log = logged({
      message: result("error.message"),
      last: "${has(actions.ngrok.http_request.res)}",
    });
    const { outcome } = await carried(onRequest(http({}), log), sending(failed));
    expect(outcome.result).toBe("forwarded");
    expect(outcome.logs[0]?.metadata).toEqual({ message: "It fails.", last: false });
  });

  test(fact("onError.http-request.halt", "the policy stops"), async () => {
    const { outcome } = await carried(
      onRequest(http({ on_error: "halt" }), logged({ a: "b" })),
      sending(failed),
    );
    expect([outcome.result, outcome.logs]).toEqual(["failed", []]);
    expect(outcome.errors[0]?.message).toBe("It fails.");
  });

  test("what may not be sent is not simulated, and not tried again", async () => {
    const carrier = sending({ kind: "refused", message: "Not there." });
    const { outcome } = await carried(onRequest(http({ retry_condition: "true" })), carrier);
    expect(outcome.notSimulated.map(({ message }) => message)).toEqual(["Not there."]);
    expect(carrier.sent).toHaveLength(1);
  });

  test(
    fact("actions.http-request.retry", "at most three more times, while the condition is true"),
    async () => {
      const always = sending(...Array.from({ length: 9 }, () => response(500)));
      const log = logged({ attempts: "${size(actions.ngrok.http_request.attempts)}" });
      const { outcome } = await carried(onRequest(http({ retry_condition: "true" }), log), always);
      expect(always.sent).toHaveLength(4);
      expect(outcome.logs[0]?.metadata).toEqual({ attempts: 4 });

      const condition = "attempts < 5 && last_attempt.res.status_code >= 500";
      const twice = sending(response(503), response(500), response(200, "right"), response(500));
      const body = logged({ body: result("res.body") });
      const { outcome: other } = await carried(
        onRequest(http({ retry_condition: condition }), body),
        twice,
      );
      expect(twice.sent).toHaveLength(3);
      expect(other.logs[0]?.metadata).toEqual({ body: "right" });
    },
  );

  test.each([
    ["last_attempt.res.statusCode == 503", 2],
    ["last_attempt.res.status_code == 503 && last_attempt.req.method == 'GET'", 2],
    ["has(last_attempt.error)", 1],
    ["attempts > 1", 1],
    ["false", 1],
  ])("what a condition can read: %s", async (retry_condition, times) => {
    const carrier = sending(response(503), response(200));
    await carried(onRequest(http({ retry_condition })), carrier);
    expect(carrier.sent).toHaveLength(times);
  });

  test("a condition about a response that there is none of says nothing; about one that there is, it fails", async () => {
    const retry_condition = "last_attempt.res.other == 1";
    const none = await carried(
      onRequest(http({ retry_condition, on_error: "halt" })),
      sending(failed),
    );
    expect(none.outcome.errors[0]?.message).toBe("It fails.");
    const some = await carried(
      onRequest(http({ retry_condition, on_error: "halt" })),
      sending(response(200)),
    );
    expect(some.outcome.errors[0]?.message).toMatch(/^The retry_condition fails: /);
  });

  test(fact("config http-request.configNotes", "the time is that of all attempts"), async () => {
    let now = 0;
    const carrier = sending(response(500), response(500), response(500));
    const send = carrier.send as NonNullable<Carrier["send"]>;
    const slow: Carrier = {
      send: (request) => {
        now += 2000;
        return send(request);
      },
    };
    const action = http({ retry_condition: "true", timeout: "3s" });
    await carried(onRequest(action), slow, {}, { clock: () => now });
    expect(carrier.sent.map(({ until }) => until)).toEqual([3000, 3000]);
  });

  test("in rules of the response, what went before is not done again", async () => {
    const carrier = sending(response(200, "one"), response(200, "two"));
    const document = {
      on_http_request: [{ actions: [logged({ a: "request" })] }],
      on_http_response: [
        { actions: [http({}), logged({ a: result("res.body") })] },
        {
          expressions: ["res.status_code == 201"],
          actions: [http({}), logged({ a: result("res.body") })],
        },
      ],
    };
    const { outcome } = await carried(document, carrier, { response: { status: 201 } });
    expect(outcome.logs.map(({ metadata }) => metadata)).toEqual([
      { a: "request" },
      { a: "one" },
      { a: "two" },
    ]);
    expect(outcome.trace?.rules.map(({ result: was }) => was)).toEqual([
      "matched",
      "matched",
      "matched",
    ]);
  });

  test("without a carrier it is not simulated, and a stub stands for it in any case", async () => {
    const { outcome } = await carried(onRequest(http({})), {});
    expect(outcome.notSimulated[0]?.message).toBe(
      '"http-request" is not simulated; give a stub of this type as an option.',
    );
    const carrier = sending(response(200));
    const stubs = { "http-request": () => ({ next: true }) as const };
    await carried(onRequest(http({})), carrier, {}, { stubs });
    expect(carrier.sent).toEqual([]);
  });
});

describe("forward-internal", () => {
  const forward = (config = {}) =>
    act("forward-internal", { url: "https://a.internal", ...config });
  const goesOn = onRequest(
    forward({ on_error: "continue" }),
    logged({ message: "${actions.ngrok.forward_internal.error.message}" }),
  );

  test("tells where it goes", async () => {
    const { run } = await carried(
      onRequest(forward({ url: "https://${req.method}.internal" })),
      {},
    );
    expect(run.forwardedTo).toBe("https://GET.internal");
    expect((await carried(onRequest(logged({ a: "b" })), {})).run.forwardedTo).toBeUndefined();
  });

  test(
    fact("onError.forward-internal.continue", "what cannot be reached is left behind"),
    async () => {
      const asked: string[] = [];
      const reach = (kind: "reached" | "failed" | "unknown") => ({
        reach: (url: string) => {
          asked.push(url);
          return Promise.resolve({ kind, message: "It is not there." } as never);
        },
      });
      const down = await carried(goesOn, reach("failed"));
      expect(down.outcome.logs[0]?.metadata).toEqual({ message: "It is not there." });
      expect(down.run.forwardedTo).toBeUndefined();
      const up = await carried(goesOn, reach("reached"));
      expect([up.outcome.logs, up.run.forwardedTo]).toEqual([[], "https://a.internal"]);
      const unknown = await carried(onRequest(forward({ on_error: "continue" })), reach("unknown"));
      expect(unknown.outcome.notSimulated[0]?.message).toBe("It is not there.");
      expect(asked).toEqual(["https://a.internal", "https://a.internal", "https://a.internal"]);
      // Without `on_error: continue`, nothing follows that could go on.
      await carried(onRequest(forward()), reach("failed"));
      expect(asked).toHaveLength(3);
    },
  );
});

describe("messages of a stream that comes", () => {
  const document = (action: object, expressions?: readonly string[]) => ({
    on_event_stream_message: [{ ...(expressions && { expressions }), actions: [action] }],
  });
  const events = { response: { headers: { "content-type": "text/event-stream" } } };
  const replace = { type: "sse-find-replace", config: { replacements: [{ from: "a", to: "b" }] } };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const text = (data: Uint8Array | undefined) => new TextDecoder().decode(data);

  test("are given one by one, and told of together when the stream ends", async () => {
    const { run } = await carried(document(replace), { givesMessages: true }, events);
    const stream = run.messageStream;
    expect(text(stream?.write(bytes("data: a\n\nda")))).toBe("data: b\n\n");
    expect(run.outcome().directions.at(-1)?.direction).not.toBe("on_event_stream_message");
    expect(text(stream?.write(bytes("ta: a\n")))).toBe("");
    expect(text(stream?.end())).toBe("data: b\n");
    const outcome = run.outcome();
    expect(outcome.directions.at(-1)).toEqual({
      direction: "on_event_stream_message",
      result: "completed",
    });
    expect(outcome.trace?.rules[0]?.actions[0]?.changes).toHaveLength(2);
  });

  test("are not given where no rule runs for them, nor in a form that hides them", async () => {
    const none = await carried({ on_http_response: [] }, { givesMessages: true }, events);
    const hidden = { headers: { ...events.response.headers, "content-encoding": "gzip" } };
    const gzip = await carried(document(replace), { givesMessages: true }, { response: hidden });
    expect([none.run.messageStream, gzip.run.messageStream]).toEqual([undefined, undefined]);
    expect(gzip.outcome.notSimulated).toHaveLength(1);
  });

  test("stop with the message for which a rule fails", async () => {
    const condition = ["req.headers['x'][0] == 'a'"];
    const { run } = await carried(document(replace, condition), { givesMessages: true }, events);
    const stream = run.messageStream;
    expect([text(stream?.write(bytes("data: a\n\ndata: c\n\n"))), stream?.hasFailed]).toEqual([
      "",
      true,
    ]);
    expect(run.outcome().errors).toHaveLength(1);
  });

  test("of more than a megabyte are passed on as they are, and so is what is not UTF-8", async () => {
    const { run } = await carried(document(replace), { givesMessages: true }, events);
    const stream = run.messageStream;
    const large = `data: ${"a".repeat(1_048_576)}`;
    expect(text(stream?.write(bytes(large)))).toBe(large);
    expect(text(stream?.write(bytes("\n\ndata: a\n\n")))).toBe("\n\ndata: b\n\n");
    expect(run.outcome().notSimulated[0]?.message).toMatch(
      /^A message is larger than 1048576 bytes: /,
    );
    const wrong = new Uint8Array([0xff, 10, 10]);
    expect(stream?.write(wrong)).toEqual(wrong);
  });
});
