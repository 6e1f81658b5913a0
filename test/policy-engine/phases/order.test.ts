import { compilePolicy, simulate } from "@traffic-policy/policy-engine";
import { withoutResponse } from "@traffic-policy/policy-engine/report";
import { describe, expect, test } from "vitest";
import { act, fact, logged, onRequest, phases } from "./phases.ts";

const tag = (name: string) => act("add-headers", { headers: { [name]: "1" } });
const all = {
  on_tcp_connect: [{ actions: [logged({ phase: "connect" })] }],
  on_http_request: [{ actions: [tag("x-1"), tag("x-2")] }, { actions: [tag("x-3")] }],
  on_http_response: [{ actions: [tag("x-4")] }],
};

test(fact("order.phases", "connect, request, upstream, response"), async () => {
  const { request, response, matched, directions } = await phases(all, { response: {} });
  expect(matched.map(({ path }) => path)).toEqual([
    "/on_tcp_connect/0",
    "/on_http_request/0",
    "/on_http_request/1",
    "/on_http_response/0",
  ]);
  expect(Object.keys(request?.headers ?? {})).toEqual(["host", "x-1", "x-2", "x-3"]);
  expect(response?.headers["x-4"]).toEqual(["1"]);
  expect(directions.map(({ direction, result }) => `${direction} ${result}`)).toEqual([
    "on_tcp_connect completed",
    "on_http_request completed",
    "on_http_response completed",
    "on_event_stream_message skipped",
  ]);
});

test(
  fact("order.rules", "every rule that matches runs until an action ends the phase"),
  async () => {
    const { matched } = await phases({
      on_http_request: [
        { name: "a", actions: [tag("x-1")] },
        { name: "b", expressions: ["false"], actions: [tag("x-2")] },
        { name: "c", actions: [act("deny"), tag("x-3")] },
        { name: "d", actions: [tag("x-4")] },
      ],
    });
    expect(matched.map(({ name }) => name)).toEqual(["a", "c"]);
  },
);

describe("order.earlyEnd", () => {
  const ending = (type: string, config: Parameters<typeof act>[1]) => ({
    on_http_request: [{ actions: [act(type, config)] }],
    on_http_response: [{ actions: [tag("x-seen")] }],
  });

  test(fact("order.earlyEnd", "rules of the response run for a custom-response"), async () => {
    for (const outboundAfterAnswer of [true, false]) {
      const options = { outboundAfterAnswer };
      const { result, request, response } = await phases(ending("custom-response", {}), options);
      expect(result).toBe("answered");
      expect(request).toBeUndefined();
      expect(response?.headers["x-seen"]).toEqual(["1"]);
    }
  });

  test(fact("order.earlyEnd", "for other answers that is an open question"), async () => {
    for (const document of [ending("deny", {}), ending("redirect", { to: "/other" })]) {
      const { response } = await phases(document);
      expect(response?.headers["x-seen"]).toBeUndefined();
      const other = await phases(document, { outboundAfterAnswer: true });
      expect(other.response?.headers["x-seen"]).toEqual(["1"]);
    }
  });
});

describe("what ends in on_tcp_connect closes the connection, and nothing else runs", () => {
  const after = {
    on_http_request: [{ actions: [tag("x-1")] }],
    on_http_response: [{ actions: [tag("x-2")] }],
  };

  test.each([
    [act("deny")],
    [act("close-connection")],
    [act("restrict-ips", { allow: ["192.0.2.0/24"] })],
  ])("%o", async (action) => {
    for (const outboundAfterAnswer of [true, false]) {
      const document = { on_tcp_connect: [{ actions: [action] }], ...after };
      const outcome = await phases(document, { response: {}, outboundAfterAnswer });
      const { result, request, response, matched, directions } = outcome;
      expect([result, request, response]).toEqual(["closed", undefined, undefined]);
      expect(matched).toHaveLength(1);
      expect(directions.map((one) => one.result)).toEqual([
        "ended",
        "skipped",
        "skipped",
        "skipped",
      ]);
      expect(withoutResponse(outcome)).toBe("nothing: the connection is closed");
    }
  });

  test("also when a stub answers: there is nobody to answer yet", async () => {
    const document = { on_tcp_connect: [{ actions: [act("deny")] }], ...after };
    const stubs = { deny: () => ({ answer: { status: 418 } }) };
    const { result, response } = await phases(document, { stubs });
    expect([result, response]).toEqual(["closed", undefined]);
  });

  test("a rule that fails there fails the connection, without a response", async () => {
    const rule = { expressions: ["1 / 0 == 1"], actions: [act("deny")] };
    const outcome = await phases({ on_tcp_connect: [rule], ...after }, { response: {} });
    expect([outcome.result, outcome.response]).toEqual(["failed", undefined]);
    expect(withoutResponse(outcome)).toBe("nothing: the connection fails");
  });

  test.each(["tcp", "tls"] as const)("in policies for %s, too", async (protocol) => {
    const outcome = await phases({ on_tcp_connect: [{ actions: [act("deny")] }] }, { protocol });
    expect(outcome.result).toBe("closed");
  });
});

test(fact("refusals.close-connection", "no response to the request"), async () => {
  const { result, response } = await onRequest([act("close-connection")], { response: {} });
  expect([result, response]).toEqual(["closed", undefined]);
});

test("rules of the response do not run without one, and which is said", async () => {
  const outcome = await phases(all);
  expect(withoutResponse(outcome)).toBe(
    "the upstream's response, which is not given: on_http_response rules did not run",
  );
});

test("a phase that the protocol does not have is a problem, and its rules are not run", async () => {
  const document = {
    on_tcp_connect: [{ actions: [act("log", { metadata: {} })] }],
    on_http_request: [{ actions: [act("deny")] }],
  };
  const policy = await compilePolicy(document as never, { protocol: "tcp" });
  expect(policy.problems).toEqual([
    {
      path: "/on_http_request/0/actions/0/type",
      message: '"deny" is not available in on_http_request rules of a policy for tcp.',
    },
  ]);
  const { result, matched } = await simulate(policy, {});
  expect(result).toBe("forwarded");
  expect(matched.map(({ path }) => path)).toEqual(["/on_tcp_connect/0"]);
});
