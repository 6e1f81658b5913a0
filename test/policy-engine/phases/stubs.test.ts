import { ExchangeError, type Stub, type StubInput, stubsOf } from "@traffic-policy/policy-engine";
import { settingProblems, stubProblems } from "@traffic-policy/policy-engine/formats";
import { describe, expect, test } from "vitest";
import { act, compiled, fact, logged, onRequest, phases } from "./phases.ts";

const tag = act("add-headers", { headers: { "x-after": "1" } });

/** What a request comes to for which an action is stubbed, and what expressions then read. */
async function stubbed(
  action: ReturnType<typeof act>,
  stub: StubInput,
  expressions: Readonly<Record<string, string>> = {},
) {
  const asked = Object.fromEntries(
    Object.entries(expressions).map(([key, text]) => [key, `\${${text}}`]),
  );
  const stubs = stubsOf({ [action.type]: stub });
  const outcome = await onRequest([action, logged(asked)], { stubs });
  const { result, errors, logs } = outcome;
  return { result, error: errors[0]?.message, read: logs[0]?.metadata, outcome };
}

const asking = (config: object = {}) =>
  act("http-request", { url: "https://a.internal", ...config });
const forward = (config: object = {}) =>
  act("forward-internal", { url: "https://${req.method}.internal", ...config });

describe("without a stub", () => {
  test.each(["http-request", "oauth", "openid-connect", "saml", "owasp-crs-request", "ai-gateway"])(
    "%s is not simulated, and the sentence says what to do",
    async (type) => {
      const config = {
        url: "https://a.internal",
        provider: "github",
        issuer_url: "https://i.example",
      };
      const { notSimulated, result } = await onRequest([act(type, config), tag]);
      expect(notSimulated).toEqual([
        {
          path: "/on_http_request/0/actions/0",
          type,
          message: `"${type}" is not simulated; give a stub of this type as an option.`,
        },
      ]);
      expect(result).toBe("forwarded");
    },
  );
});

describe("results", () => {
  test(fact("config http-request.results", "a stub gives them by their names, typed"), async () => {
    const results = { res: { status_code: 201, body: '{"a":1}', header: { "x-a": ["1"] } } };
    const { read } = await stubbed(
      asking(),
      { next: true, results },
      {
        status: "actions.ngrok.http_request.res.status_code + 1",
        header: "actions.ngrok.http_request.res.header['x-a'][0]",
      },
    );
    expect(read).toEqual({ status: 202, header: "1" });
  });

  test.each([
    [{ "identity.email": "a@b", "identity.name": "A" }],
    [{ identity: { email: "a@b", name: "A" } }],
    [{ "actions.ngrok.oauth.identity.email": "a@b", identity: { name: "A" } }],
  ])("of %j, parts and the whole are the same", async (results) => {
    const { read } = await stubbed(
      act("oauth", { provider: "github" }),
      { next: true, results },
      {
        email: "actions.ngrok.oauth.identity.email",
        identity: "actions.ngrok.oauth.identity",
        all: "actions.ngrok.oauth.identity != null && has(actions.ngrok.oauth.identity.name)",
      },
    );
    expect(read).toEqual({ email: "a@b", identity: { email: "a@b", name: "A" }, all: true });
  });

  test(
    fact(
      "resultVariables.readBeforeRun",
      "nobody has signed in before the action ran, or without results",
    ),
    async () => {
      const expression =
        "actions.ngrok.oauth.identity != null && actions.ngrok.oauth.identity.email == 'a'";
      const oauth = act("oauth", { provider: "github" });
      expect((await stubbed(oauth, "next", { is: expression })).read).toEqual({ is: false });
      const { logs } = await onRequest([logged({ is: `\${${expression}}` })]);
      expect(logs[0]?.metadata).toEqual({ is: false });
    },
  );

  test(fact("resultVariables.rule", "the next run of the same type takes them away"), async () => {
    let runs = 0;
    const stub: Stub = () => ({
      next: true,
      ...(runs++ === 0 && { results: { res: { body: "a" } } }),
    });
    const read = logged({ has: "${has(actions.ngrok.http_request.res)}" });
    const { logs } = await onRequest([asking(), read, asking(), read], {
      stubs: { "http-request": stub },
    });
    expect(logs.map(({ metadata }) => metadata)).toEqual([{ has: true }, { has: false }]);
  });

  const wrong = [
    [
      { res: { status_code: "201" } },
      'The result "res" is of the type http_attempt_response.',
      "/res",
    ],
    [
      { "res.status_code": "201" },
      'The result "res" is of the type http_attempt_response.',
      "/res.status_code",
    ],
    [{ rs: 1 }, '"http-request" has no result "rs".', "/rs"],
    [{ attempts: {} }, 'The result "attempts" is of the type list(http_attempt).', "/attempts"],
  ] as const;

  test.each(wrong)("%j is one sentence, in a file with its place", async (results, message, at) => {
    const stub = { next: true as const, results: results as never };
    const thrown: unknown = await stubbed(asking(), stub).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ExchangeError);
    expect(thrown).toMatchObject({
      message: `The stub of "http-request": ${message}`,
      path: "/stubs/http-request",
    });
    const policy = await compiled({ on_http_request: [{ actions: [asking()] }] });
    const stubs = { "http-request": stub };
    expect(stubProblems([{ stubs, pointer: "/cases/0" }], policy)).toEqual([
      {
        path: `/cases/0/stubs/http-request/results${at}`,
        message,
        help: expect.stringMatching(/[.?]$/) as unknown,
      },
    ]);
  });

  test("only a stub that does something else, too, has them", () => {
    const problems = (stub: object) => settingProblems({ stubs: { "http-request": stub } }, "");
    expect(problems({ next: true, results: {} })).toEqual([]);
    expect(problems({ fail: "no", results: { "error.code": "1" } })).toEqual([]);
    expect(problems({ results: {} })).toHaveLength(1);
    expect(problems({ next: true, results: 1 })).toHaveLength(1);
  });
});

describe("on_error", () => {
  test(
    fact("onError.http-request.continue", "the next action runs, and can read the error"),
    async () => {
      const { result, read } = await stubbed(
        asking(),
        { fail: "It took too long." },
        {
          message: "actions.ngrok.http_request.error.message",
        },
      );
      expect([result, read]).toEqual(["forwarded", { message: "It took too long." }]);
    },
  );

  test(fact("onError.http-request.halt", "the policy stops"), async () => {
    const { result, error } = await stubbed(asking({ on_error: "halt" }), {
      fail: "It took too long.",
    });
    expect([result, error]).toEqual(["failed", "It took too long."]);
  });

  test(fact("onError.http-request.default", "which is `continue`"), async () => {
    expect((await stubbed(asking(), "fail")).result).toBe("forwarded");
  });

  test(fact("onError.forward-internal.default", "of forward-internal it is `halt`"), async () => {
    expect((await stubbed(forward(), "fail")).result).toBe("failed");
  });

  test(
    fact(
      "onError.forward-internal.continue",
      "the next action runs, and its results hold the error",
    ),
    async () => {
      const stub = { fail: "It is gone.", results: { "error.code": "ERR_1" } };
      const { read } = await stubbed(forward({ on_error: "continue" }), stub, {
        url: "actions.ngrok.forward_internal.url",
        code: "actions.ngrok.forward_internal.error.code",
        message: "actions.ngrok.forward_internal.error.message",
      });
      expect(read).toEqual({
        url: "https://GET.internal:443",
        code: "ERR_1",
        message: "It is gone.",
      });
    },
  );

  test(fact("resultVariables.onlyOnError", "there is none of them otherwise"), async () => {
    const has = ["url", "error.code", "error.message"].map(
      (name) => `has(actions.ngrok.forward_internal.${name})`,
    );
    const { read } = await stubbed(forward({ on_error: "continue" }), "next", {
      has: `[${has.join(", ")}]`,
    });
    expect(read).toEqual({ has: [false, false, false] });
  });

  test.each(["owasp-crs-request", "ai-gateway"])("of %s it is `halt`, too", async (type) => {
    expect((await stubbed(act(type, {}), "fail")).result).toBe("failed");
    expect((await stubbed(act(type, { on_error: "continue" }), "fail")).result).toBe("forwarded");
  });
});

describe("forward-internal", () => {
  const document = (config: object = {}) => ({
    on_http_request: [{ actions: [forward(config), tag] }, { actions: [act("deny")] }],
    on_http_response: [{ actions: [tag] }],
  });

  test(
    fact(
      "terminatingCheck.unreachable",
      "it ends the phase, and the response is the one of the exchange",
    ),
    async () => {
      for (const on_error of ["halt", "continue"]) {
        const { result, request, response, directions } = await phases(document({ on_error }), {
          response: { status: 204 },
        });
        expect([result, response?.status]).toEqual(["forwarded", 204]);
        expect(request?.headers["x-after"]).toBeUndefined();
        expect(directions[1]?.by?.type).toBe("forward-internal");
      }
    },
  );

  test(
    fact("order.forwardInternal", "whether rules of the response run is an open question"),
    async () => {
      const response = { status: 204 };
      const asks = async (responseRulesAfterForward: boolean) =>
        (await phases(document(), { response, responseRulesAfterForward })).response?.headers[
          "x-after"
        ];
      expect(await asks(true)).toEqual(["1"]);
      expect(await asks(false)).toBeUndefined();
    },
  );

  test("the outcome says where it goes, unless it fails", async () => {
    const exchange = { response: { status: 204 } };
    expect((await phases(document(), exchange)).forwardedTo).toBe("https://GET.internal");
    const stubs = stubsOf({ "forward-internal": "fail" });
    expect((await phases(document(), { ...exchange, stubs })).forwardedTo).toBeUndefined();
  });

  test("the answer of a stub is that of the other endpoint, and not one of the policy", async () => {
    const stubs = stubsOf({ "forward-internal": 502 });
    const options = { stubs, outboundAfterAnswer: false };
    const { response } = await phases(document(), options);
    expect([response?.status, response?.headers["x-after"]]).toEqual([502, ["1"]]);
    const other = await phases(document(), { ...options, responseRulesAfterForward: false });
    expect(other.response?.headers["x-after"]).toBeUndefined();
  });

  test("in on_tcp_connect the connection goes on there, and no other rules run", async () => {
    const policy = {
      on_tcp_connect: [{ actions: [act("forward-internal", { url: "tls://a.internal" })] }],
      ...document(),
    };
    const { result, response, directions } = await phases(policy, { response: { status: 204 } });
    expect([result, response]).toEqual(["forwarded", { status: 204, headers: {} }]);
    expect(directions.map((one) => one.result)).toEqual(["ended", "skipped", "skipped", "skipped"]);
  });
});
