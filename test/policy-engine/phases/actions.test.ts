import {
  CircuitBreakers,
  compilePolicy,
  RateLimits,
  simulateSync,
} from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { act, compiled, fact, logged, onRequest, phases, type Given } from "./phases.ts";

const results = (names: Readonly<Record<string, string>>) =>
  logged(
    Object.fromEntries(
      Object.entries(names).map(([key, name]) => [key, `\${actions.ngrok.${name}}`]),
    ),
  );

describe("custom-response", () => {
  test(
    fact(
      "config custom-response.config",
      "its status is 200 unless it says otherwise, its body interpolated",
    ),
    async () => {
      const { response } = await onRequest([
        act("custom-response", { body: "at ${req.url.path}" }),
      ]);
      expect([response?.status, response?.body]).toEqual([200, "at /"]);
    },
  );

  test("the earlier name of the body is understood, interpolations too", async () => {
    const { response } = await onRequest([act("custom-response", { content: "${req.method}" })]);
    expect(response?.body).toBe("GET");
  });
});

test(fact("refusals.deny", "403 or the status that it says"), async () => {
  expect((await onRequest([act("deny")])).response?.status).toBe(403);
  expect((await onRequest([act("deny", { status_code: 404 })])).response?.status).toBe(404);
});

test(fact("actions.redirect.same", "a URL that stays the same is no redirect"), async () => {
  const { result, response } = await onRequest([act("redirect", { from: "nothing", to: "x" })]);
  expect([result, response]).toEqual(["forwarded", undefined]);
});

test(fact("actions.redirect.relativeTo", "a path alone is on the same host"), async () => {
  const { response } = await onRequest([act("redirect", { to: "/a ${req.method}" })]);
  expect(response?.headers["location"]).toEqual(["https://example.com/a%20GET"]);
});

test(
  fact(
    "actions.url-rewrite.text",
    "all matches in the whole URL, with groups, and no names of nginx",
  ),
  async () => {
    const action = act("url-rewrite", { from: "/(\\w)(\\w)", to: "/$2$1$args" });
    const { request } = await onRequest([action], { url: "https://example.com/ab/cd?q" });
    expect(request?.url).toBe("https://xeample.com/ba/dc?q");
  },
);

describe("restrict-ips", () => {
  const closed = {
    on_http_response: [{ actions: [act("restrict-ips", { deny: ["198.51.100.0/24"] })] }],
  };

  test(fact("refusals.restrict-ips", "403 in the response phase, too"), async () => {
    const { result, response } = await phases(closed, { response: { body: "secret" } });
    expect([result, response?.status, response?.body]).toEqual(["answered", 403, undefined]);
  });

  test("its lists are interpolated", async () => {
    const action = act("restrict-ips", { allow: ["${conn.client_ip}/32"], deny: [] });
    expect((await onRequest([action])).result).toBe("forwarded");
  });

  test(
    fact("enforceFalse.restrict-ips", "the next action runs, and the result says deny"),
    async () => {
      const action = act("restrict-ips", { allow: ["192.0.2.0/24"], enforce: false });
      const { result, logs } = await onRequest([
        action,
        results({ action: "restrict_ips.action" }),
      ]);
      expect([result, logs[0]?.metadata]).toEqual(["forwarded", { action: "deny" }]);
    },
  );
});

describe("rate-limit", () => {
  const limit = (more: object = {}) =>
    act("rate-limit", {
      name: "all",
      algorithm: "sliding_window",
      capacity: 1,
      rate: "60s",
      bucket_key: ["req.url.path + conn.client_ip"],
      ...more,
    });

  test(
    fact("refusals.rate-limit", "429 with retry-after, for each value of any expression"),
    async () => {
      const rateLimits = new RateLimits();
      const ask = (url: string) => onRequest([limit()], { url, rateLimits, clock: () => 0 });
      expect((await ask("/a")).result).toBe("forwarded");
      const { response } = await ask("/a");
      expect([response?.status, response?.headers["retry-after"]]).toEqual([429, ["60"]]);
      expect((await ask("/b")).result).toBe("forwarded");
    },
  );

  test(
    fact("enforceFalse.rate-limit", "what is over the limit is told of, and not refused"),
    async () => {
      const rateLimits = new RateLimits();
      const limited = async () => {
        const actions = [limit({ enforce: false }), results({ limited: "rate_limit.limited" })];
        const { result, logs } = await onRequest(actions, { rateLimits, clock: () => 0 });
        return [result, logs[0]?.metadata];
      };
      expect(await limited()).toEqual(["forwarded", { limited: false }]);
      expect(await limited()).toEqual(["forwarded", { limited: true }]);
    },
  );
});

describe("circuit-breaker", () => {
  const usual = {
    error_threshold: 0.5,
    volume_threshold: 4,
    window_duration: "10s",
    tripped_duration: "5s",
  };

  /** The statuses that clients get, one after the other. */
  async function series(
    exchanges: readonly (readonly [seconds: number, status: number | null | undefined])[],
    more: object = {},
    options: Given = {},
  ): Promise<(number | undefined)[]> {
    const policy = await compiled({
      on_http_request: [{ actions: [act("circuit-breaker", { ...usual, ...more })] }],
    });
    const circuitBreakers = new CircuitBreakers();
    return exchanges.map(([seconds, status]) => {
      const exchange = {
        request: { url: "https://example.com/" },
        ...(typeof status === "number" && { response: { status } }),
      };
      const clock = () => seconds * 1000;
      return simulateSync(policy, exchange, { ...options, circuitBreakers, clock }).response
        ?.status;
    });
  }

  test(
    fact("actions.circuit-breaker.trip", "at the share of errors, once enough were seen"),
    async () => {
      const four = [
        [0, 200],
        [1, 500],
        [2, 200],
        [3, 502],
      ] as const;
      expect(await series([...four, [4, 200]])).toEqual([200, 500, 200, 502, 503]);
      // One response fewer is not enough, and one success more is below the share.
      expect(await series([...four.slice(1), [4, 200]])).toEqual([500, 200, 502, 200]);
      expect(await series([[0, 200], [1, 200], ...four.slice(1), [4, 200]])).toEqual([
        200, 200, 500, 200, 502, 200,
      ]);
    },
  );

  test(
    fact("actions.circuit-breaker.open", "for the time that is given, and then it looks again"),
    async () => {
      const four = [
        [0, 500],
        [0, 500],
        [0, 500],
        [0, 500],
      ] as const;
      const later = [
        [0, 200],
        [4, 200],
        [5, 200],
        [9, 200],
        [10, 200],
      ] as const;
      // After five seconds the errors still count, after ten they do not.
      expect(await series([...four, ...later])).toEqual([
        500, 500, 500, 500, 503, 503, 503, 503, 200,
      ]);
      const forgotten = await series([...four, ...later], {}, { circuitBreakerMemory: "cleared" });
      expect(forgotten).toEqual([500, 500, 500, 500, 503, 503, 200, 200, 200]);
    },
  );

  test("what counts as an error is an open question", async () => {
    const four = [
      [0, 404],
      [0, 404],
      [0, 404],
      [0, 404],
      [0, 200],
    ] as const;
    expect(await series(four)).toEqual([404, 404, 404, 404, 200]);
    const strict = await series(four, {}, { circuitBreakerErrors: "all-errors" });
    expect(strict).toEqual([404, 404, 404, 404, 503]);
  });

  test("responses that are not given do not count", async () => {
    const none = [
      [0, undefined],
      [0, undefined],
      [0, undefined],
      [0, undefined],
    ] as const;
    expect(await series([...none, [0, 200]])).toEqual([...none.map(() => undefined), 200]);
  });

  test(
    fact("actions.circuit-breaker.trip", "a threshold of 0 trips after one success"),
    async () => {
      const config = { error_threshold: 0, volume_threshold: 1 };
      expect(
        await series(
          [
            [0, 200],
            [1, 200],
          ],
          config,
        ),
      ).toEqual([200, 503]);
    },
  );

  test(fact("enforceFalse.circuit-breaker", "nothing is refused"), async () => {
    const exchanges = Array.from({ length: 6 }, () => [0, 500] as const);
    expect(await series(exchanges, { enforce: false })).toEqual(exchanges.map(() => 500));
  });

  test(fact("refusals.circuit-breaker", "503 with the code of the service"), async () => {
    const circuitBreakers = new CircuitBreakers();
    const given = { circuitBreakers, clock: () => 0, response: { status: 500 } };
    const action = act("circuit-breaker", { error_threshold: 0.1, volume_threshold: 1 });
    await onRequest([action], given);
    const { response } = await onRequest([action], given);
    expect(response).toEqual({
      status: 503,
      headers: { "content-length": ["0"], "ngrok-error-code": ["ERR_NGROK_3202"] },
    });
  });
});

describe("terminate-tls", () => {
  const terminated = (config: object, tls?: object, url = "https://example.com/") =>
    phases(
      {
        on_tcp_connect: [
          {
            actions: [
              act("terminate-tls", { ...config }),
              logged({
                version: "${actions.ngrok.terminate_tls.version}",
                sni: "${actions.ngrok.terminate_tls.sni}",
                names: "${actions.ngrok.terminate_tls.server.san.dns_names}",
                client:
                  "${has(actions.ngrok.terminate_tls.client.subject) ? actions.ngrok.terminate_tls.client.subject.common_name : ''}",
              }),
            ],
          },
        ],
      },
      { exchange: { request: { url }, ...(tls && { connection: { tls } }) } },
    );

  test(
    fact("config terminate-tls.results", "its results are what the exchange tells of TLS"),
    async () => {
      const { logs } = await terminated(
        {},
        { version: "1.2", client: { subject: { commonName: "c" } } },
      );
      expect(logs[0]?.metadata).toEqual({
        version: "1.2",
        sni: "example.com",
        names: ["example.com"],
        client: "c",
      });
    },
  );

  test(
    fact("actions.terminate-tls.versions", "a version outside of the range ends the handshake"),
    async () => {
      expect((await terminated({ min_version: "1.3" }, { version: "1.2" })).result).toBe("closed");
      expect((await terminated({ max_version: "1.2" }, { version: "1.3" })).result).toBe("closed");
      expect((await terminated({ max_version: "1.2" }, { version: "1.2" })).result).toBe(
        "forwarded",
      );
      expect((await terminated({}, { version: "1.1" })).result).toBe("closed");
    },
  );

  test(
    fact("actions.terminate-tls.mtls", "a certificate of the client is needed but for `request`"),
    async () => {
      const authorities = { mutual_tls_certificate_authorities: ["ca_1"] };
      const result = async (config: object, tls?: object) => (await terminated(config, tls)).result;
      const strategy = (value: string) => ({
        ...authorities,
        mutual_tls_verification_strategy: value,
      });
      expect(await result(authorities)).toBe("closed");
      expect(await result(strategy("require-any"))).toBe("closed");
      expect(await result(strategy("request"))).toBe("forwarded");
      expect(await result(authorities, { client: {} })).toBe("forwarded");
    },
  );
});

describe("log", () => {
  test(
    fact("actions.log.where", "several log actions give several entries, in all phases in order"),
    async () => {
      const { logs } = await phases(
        {
          on_tcp_connect: [{ actions: [logged({ n: "1" })] }],
          on_http_request: [{ actions: [logged({ n: "2" }), logged({ n: "3" })] }],
          on_http_response: [{ actions: [logged({ n: "${res.status_code}" })] }],
        },
        { response: {} },
      );
      expect(logs.map(({ metadata }) => metadata)).toEqual([
        { n: "1" },
        { n: "2" },
        { n: "3" },
        { n: 200 },
      ]);
    },
  );
});

test.each([
  [
    "circuit-breaker",
    { error_threshold: 0.5, window_duration: "soon" },
    '"soon" is not a duration.',
  ],
  ["circuit-breaker", {}, '"error_threshold" is missing.'],
  ["request-body-find-replace", { replacements: [{ to: "a" }] }, '"from" is missing.'],
  [
    "request-body-find-replace",
    { replacements: "a" },
    '"replacements" must be a list of objects with texts.',
  ],
  ["request-body-find-replace", {}, '"replacements" is missing.'],
  ["forward-internal", {}, '"url" is missing.'],
  ["rate-limit", { capacity: 1, rate: "60s", enforce: "no" }, '"enforce" must be true or false.'],
])("%s with %j is one problem", async (type, config, message) => {
  const document = { on_http_request: [{ actions: [{ type, config }] }] };
  const { problems } = await compilePolicy(document as never);
  expect(problems.map((one) => one.message)).toEqual([message]);
});
