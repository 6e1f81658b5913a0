import { compilePolicy, simulateSync, stubsOf } from "@traffic-policy/policy-engine";
import { drawPolicy, type Drawing, type DrawnRule } from "@traffic-policy/report/drawing";
import { describe, expect, test } from "vitest";
import {
  endpointText,
  endText,
  endTexts,
  upstreamName,
  upstreamText,
} from "../../../packages/report/src/drawing/words.ts";
import { endLook } from "../../../packages/report/src/drawing/looks.ts";
import { everythingDrawn } from "./drawn-policies.ts";

const everything = await everythingDrawn();

function rulesOf({ sections }: Drawing): DrawnRule[] {
  return sections.flatMap(({ rules }) => rules);
}

async function draw(document: object): Promise<Drawing> {
  return drawPolicy(await compilePolicy(document as never));
}

test("each rule of a policy is drawn once, in order, with its expressions and actions", () => {
  expect(everything.length).toBeGreaterThan(150);
  for (const { policy, drawing } of everything) {
    const compiled = policy.sections.flatMap(({ rules }) => rules);
    expect(rulesOf(drawing).map(({ path }) => path)).toEqual(compiled.map(({ path }) => path));
    for (const [index, rule] of rulesOf(drawing).entries()) {
      const { name, expressions, actions } = compiled[index] ?? {};
      expect(rule.name).toBe(name);
      expect(rule.expressions.map(({ text }) => text)).toEqual(
        expressions?.map(({ text }) => text),
      );
      expect(rule.actions.map(({ type }) => type)).toEqual(actions?.map(({ type }) => type));
    }
  }
});

test("a drawing is plain data", () => {
  for (const { drawing } of everything) expect(structuredClone(drawing)).toEqual(drawing);
});

test("what is drawn of an exchange is what its trace says", () => {
  const traced = everything.filter(({ outcome }) => outcome !== undefined);
  const results = new Set(traced.map(({ outcome }) => outcome?.result));
  expect([...results].toSorted()).toEqual(["answered", "closed", "failed", "forwarded"]);
  for (const { drawing, outcome } of traced) {
    const rules = outcome?.trace?.rules ?? [];
    expect(
      rulesOf(drawing).map(({ path, result, expressions, actions }) => ({
        path,
        result,
        expressions: expressions.map((one) => one.result),
        actions: actions.map((one) => one.result),
      })),
    ).toEqual(
      rules.map(({ path, result, expressions, actions }) => ({
        path,
        result,
        expressions: expressions.map((one) =>
          one.state === "value" ? String(one.value) : one.state === "error" ? "failed" : "skipped",
        ),
        actions: actions.map((one) => one.result),
      })),
    );
    expect(drawing.sections.map(({ result }) => result)).toEqual(
      outcome?.directions.map(({ result }) => result),
    );
  }
});

test("an exchange is only ever drawn where the drawing says that something goes on", () => {
  const rules = everything.flatMap(({ name, drawing }) =>
    rulesOf(drawing).map((rule) => ({ of: name, rule })),
  );
  const astray = rules.filter(({ rule: { result, reach, next } }) => {
    const isCome = result !== undefined && result !== "skipped";
    return (isCome && reach === "never") || (result === "not-matched" && next === undefined);
  });
  expect(astray).toEqual([]);
});

const deny = { type: "deny" };
const log = { type: "log", config: { metadata: {} } };

test("each rule says where an exchange goes on to that it does not end", async () => {
  const drawing = await draw({
    inbound: [
      { expressions: ["true"], actions: [deny] },
      { expressions: ["false"], actions: [log] },
    ],
    outbound: [{ actions: [log] }],
  });
  expect(rulesOf(drawing).map(({ next }) => next)).toEqual([
    { kind: "rule", path: "/inbound/1" },
    { kind: "upstream" },
    { kind: "client" },
  ]);
});

describe("what ends processing comes from the catalogue", () => {
  test.each([
    [deny, { kind: "always" }],
    [log, { kind: "never" }],
    [
      { type: "redirect", config: { from: "a", to: "b" } },
      { kind: "sometimes", when: "the URL changes" },
    ],
    [{ type: "forward-internal", config: { url: "https://a.internal" } }, { kind: "always" }],
    [
      { type: "forward-internal", config: { url: "https://a.internal", on_error: "continue" } },
      { kind: "sometimes", when: "forwarding succeeds, or fails while `on_error` is `halt`" },
    ],
    [
      { type: "teapot" },
      { kind: "unknown", why: 'Whether "teapot" ends processing is not known.' },
    ],
    [
      { type: "deny", config: 7 },
      { kind: "unknown", why: "The config of an action must be an object." },
    ],
  ])("%j", async (action, ends) => {
    const [rule] = rulesOf(await draw({ inbound: [{ actions: [action, log] }] }));
    expect(rule?.actions[0]?.ends).toEqual(ends);
    const { kind } = ends;
    expect(rule?.ends).toBe(kind === "unknown" ? "sometimes" : kind);
    expect(rule?.actions[1]?.isCutOff).toBe(kind === "always");
  });
});

describe("where an action forwards to stands for the upstream", () => {
  const toA = { type: "forward-internal", config: { url: "https://a.internal" } };
  const some = (action: object) => ({ expressions: ["req.method == 'POST'"], actions: [action] });
  const response = [{ actions: [log] }];

  test.each([
    ["all", [{ actions: [toA] }], "never", ["https://a.internal"], "endpoint"],
    ["some", [some(toA)], "possible", ["https://a.internal"], "upstream or endpoint"],
    ["none", [some(deny)], "possible", [], "upstream"],
    ["none that is reached", [{ actions: [deny] }, { actions: [toA] }], "never", [], "upstream"],
    ["none after another action", [{ actions: [deny, toA] }], "never", [], "upstream"],
  ])("of %s exchanges", async (_how, on_http_request, upstream, endpoints, name) => {
    const drawing = await draw({ on_http_request });
    expect([drawing.upstream, drawing.endpoints]).toEqual([upstream, endpoints]);
    expect(upstreamName(drawing)).toBe(name);
  });

  test("and whether rules of the response run depends on what ends all exchanges", async () => {
    const answer = { type: "custom-response", config: { status_code: 200 } };
    const reachAfter = async (document: object) => {
      const { sections } = await draw({ ...document, on_http_response: response });
      const { reach, question } = sections.at(-1) ?? {};
      return [reach, question];
    };
    expect(await reachAfter({ on_http_request: [{ actions: [toA] }] })).toEqual([
      "open",
      "responseRulesAfterForward",
    ]);
    expect(await reachAfter({ on_http_request: [{ actions: [deny] }] })).toEqual([
      "open",
      "outboundAfterAnswer",
    ]);
    expect(await reachAfter({ on_http_request: [{ actions: [answer] }] })).toEqual([
      "possible",
      undefined,
    ]);
    expect(await reachAfter({ on_tcp_connect: [{ actions: [deny] }] })).toEqual([
      "never",
      undefined,
    ]);
  });

  test("an exchange that goes there is drawn so", async () => {
    const policy = await compilePolicy({ on_http_request: [{ actions: [toA] }] } as never);
    const exchange = { request: { url: "https://example.com/" }, response: { status: 204 } };
    const outcome = simulateSync(policy, exchange, { trace: true });
    const drawing = drawPolicy(policy, { outcome });
    expect(upstreamText(drawing)).toBe("a gets GET https://example.com/");
    expect(endTexts(drawing)).toEqual(["client", "gets 204 from a"]);
  });
});

test.each([
  ["on_tcp_connect", deny, "closed"],
  ["on_tcp_connect", { type: "restrict-ips", config: { deny: ["192.0.2.0/24"] } }, "closed"],
  ["on_http_request", { type: "deny", config: { status_code: 403 } }, "refused 403"],
  ["on_http_request", { type: "close-connection" }, "closed"],
  ["on_http_request", { type: "forward-internal", config: { url: "https://a.internal" } }, "to a"],
])("in %s, the end at %j is named %s", async (section, action, text) => {
  const [rule] = rulesOf(await draw({ [section]: [{ actions: [action] }] }));
  expect(rule?.actions.map(endText)).toEqual([text]);
});

test("what an action does where it does not exist is unknown", async () => {
  const [rule] = rulesOf(await draw({ outbound: [{ actions: [deny] }] }));
  expect(rule?.actions[0]?.ends).toEqual({
    kind: "unknown",
    why: '"deny" is not available in outbound rules of a policy for http.',
  });
  expect(rule?.next).toEqual({ kind: "client" });
});

test("a status is that of the config, or the default of the catalogue, where the protocol has one", async () => {
  const actions = [
    { type: "redirect", config: { to: "/" } },
    { type: "custom-response", config: { status_code: 418 } },
    deny,
  ];
  const [rule] = rulesOf(await draw({ inbound: [{ actions }] }));
  expect(rule?.actions.map(({ answer }) => answer)).toEqual([
    { kind: "redirect", status: "302" },
    { kind: "response", status: "418" },
    { kind: "refusal" },
  ]);
  const tcp = await compilePolicy(
    { inbound: [{ actions: [{ type: "deny", config: { status_code: 403 } }] }] },
    { protocol: "tcp" },
  );
  expect(rulesOf(drawPolicy(tcp))[0]?.actions[0]?.answer).toEqual({ kind: "refusal" });
});

test("nothing gets past a rule that matches and ends everything, and after the upstream it is open", async () => {
  const drawing = await draw({
    inbound: [{ actions: [deny] }, { actions: [log] }],
    outbound: [{ actions: [log] }],
  });
  expect(drawing.upstream).toBe("never");
  expect(rulesOf(drawing).map(({ reach }) => reach)).toEqual(["possible", "never", "open"]);
  expect(rulesOf(drawing)[0]?.next).toBeUndefined();
});

test("a rule whose expressions are no list is not taken for one that matches everything", async () => {
  const broken = [{ expressions: "false", actions: [deny] }, 7, { actions: [log] }];
  const drawing = await draw({ inbound: broken });
  expect(rulesOf(drawing).map(({ matches }) => matches)).toEqual([
    "sometimes",
    "sometimes",
    "always",
  ]);
  expect(drawing.upstream).toBe("possible");
});

test("where a stub did otherwise than the catalogue says, the drawing does, too", async () => {
  const document = { inbound: [{ actions: [deny, log] }, { actions: [log] }] };
  const policy = await compilePolicy(document);
  const stubs = stubsOf({ deny: "next", log: 418 });
  const exchange = { request: { url: "https://example.com/" } };
  const outcome = simulateSync(policy, exchange, { stubs, trace: true });
  const [first, second] = rulesOf(drawPolicy(policy, { outcome }));
  expect(first?.actions.map(({ ends, result, isCutOff }) => [ends.kind, result, isCutOff])).toEqual(
    [
      ["unknown", "done", false],
      ["unknown", "ended", false],
    ],
  );
  expect(second?.reach).toBe("possible");
});

test("an outcome without a trace is refused", async () => {
  const policy = await compilePolicy({});
  const outcome = simulateSync(policy, { request: { url: "https://example.com/" } });
  expect(() => drawPolicy(policy, { outcome })).toThrow("The outcome has no trace");
});

test.each([
  ["https://shop.internal", "shop"],
  ["https://shop.internal:8443", "shop:8443"],
  ["tls://${req.host}.internal/", "${req.host}"],
  ["https://shop.internal.example.com", "shop.internal.example.com"],
  ["https://", "https://"],
])("the endpoint %s is named %s", (url, name) => {
  expect(endpointText(url)).toBe(name);
});

test.each([
  ["deny", {}, "failed"],
  ["custom-response", { status_code: 404 }, "failed"],
  ["custom-response", { status_code: 200 }, "ended"],
  ["redirect", { to: "https://a.example" }, "ended"],
  ["forward-internal", { url: "https://a.internal" }, "matched"],
  ["send-report", {}, undefined],
])("the colour of where %s %j ends processing is that of %s", async (type, config, look) => {
  const [rule] = rulesOf(await draw({ on_http_request: [{ actions: [{ type, config }] }] }));
  expect(rule?.actions.map(endLook)).toEqual([look]);
});
