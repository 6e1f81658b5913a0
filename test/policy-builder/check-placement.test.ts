import {
  action,
  addHeaders,
  cel,
  conn,
  deny,
  log,
  PlacementError,
  policy,
  rateLimit,
  req,
  res,
  rule,
  text,
  urlRewrite,
  type ActionBuilder,
  type Condition,
  type PolicyBuilder,
  type Restriction,
  type RuleBuilder,
} from "@traffic-policy/policy-builder";
import * as builder from "@traffic-policy/policy-builder";
import {
  directionsDialect,
  jsonPolicySource,
  protocols,
  type Protocol,
} from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";
import { camelConfig } from "../../scripts/generate/config-code.ts";
import type { AnyExpression } from "./written.ts";

const functions: Readonly<Record<string, unknown>> = { ...builder };

/** Puts a rule there, whatever its type says. */
function put(
  one: RuleBuilder<Restriction>,
  direction: string,
  protocol: Protocol | undefined,
): () => unknown {
  const item = one as RuleBuilder;
  const empty = policy(protocol === undefined ? {} : { protocol });
  return () => (direction === "inbound" ? empty.inbound(item) : empty.outbound(item));
}

/** Why a rule may not stand there. */
function refusal(build: () => unknown): string | undefined {
  try {
    build();
  } catch (error) {
    if (error instanceof PlacementError) return error.message;
    throw error;
  }
  return undefined;
}

function reasonOf(message: string | undefined): string | undefined {
  return message?.replace(/^.*?: /, "");
}

const places = ["inbound", "outbound"].flatMap((direction) =>
  protocols.map((protocol) => ({ direction, protocol })),
);

describe.each([...directionsDialect.actions.values()])(
  "$type",
  ({ type, config, sections, unsureSections = {} }) => {
    const build = functions[camelCase(type)] as (config: unknown) => ActionBuilder<Restriction>;
    // As any protocol may have it.
    const example = type === "deny" ? undefined : camelConfig(config, exampleOf(type));
    const one = rule("a").do(build(example));

    const somewhere = (direction: string, ...known: readonly Protocol[]): boolean =>
      known.some((protocol) =>
        [...sections[protocol], ...(unsureSections[protocol] ?? [])].includes(direction),
      );

    test.each(places)("$direction of $protocol", ({ direction, protocol }) => {
      const message = `The rule "a" is not allowed in the ${direction} rules of a policy for ${protocol}: the action ${type} does not exist there.`;
      const expected = somewhere(direction, protocol) ? undefined : message;
      expect(refusal(put(one, direction, protocol))).toBe(expected);
    });

    test.each(["inbound", "outbound"])("%s of a policy for any", (direction) => {
      const message = `The rule "a" is not allowed in the ${direction} rules of a policy: the action ${type} does not exist there.`;
      const expected = somewhere(direction, ...protocols) ? undefined : message;
      expect(refusal(put(one, direction, undefined))).toBe(expected);
    });
  },
);

function exampleOf(type: string): Readonly<Record<string, unknown>> {
  return directionsDialect.actions.get(type)?.example ?? {};
}

test("what only a part of the documentation lists is allowed", () => {
  const limit = rateLimit({
    name: "a",
    algorithm: "sliding_window",
    capacity: 1,
    rate: "60s",
    bucketKey: ["conn.client_ip"],
  });
  expect(put(rule().do(limit), "outbound", "http")).not.toThrow();
});

describe.each(directionsDialect.namespaces)("the variables $name", ({ name, variables }) => {
  test.each(variables)("$name", (variable) => {
    const found = variable.name
      .split(".")
      .slice(1)
      .reduce((value, part) => (value as never)[camelCase(part)], functions[name]);
    const one = rule("a").when(cel`${found as AnyExpression} == 1` as Condition<Restriction>);
    for (const { direction, protocol } of places) {
      const missing = !variable.protocols.includes(protocol)
        ? `in a policy for ${protocol}`
        : !variable.sections.includes(direction)
          ? `in ${direction} rules`
          : undefined;
      expect(reasonOf(refusal(put(one, direction, protocol)))).toBe(
        missing && variable.unsure === undefined
          ? `${variable.name} does not exist ${missing}.`
          : undefined,
      );
    }
  });
});

describe("the functions", () => {
  test.each([...directionsDialect.functions.values()].filter(({ builderName }) => builderName))(
    "$name",
    ({ name, builderName = "", protocols: known = [], sections = [], unsure }) => {
      const [namespace = "", method = ""] = builderName.split(".");
      const of = functions[namespace] as Record<string, (name: string) => AnyExpression>;
      const built = of[method]?.("a") as AnyExpression;
      const one = rule("a").when(cel`size(string(dyn(${built}))) == 1` as Condition<Restriction>);
      for (const { direction, protocol } of places) {
        const missing = !known.includes(protocol)
          ? `in a policy for ${protocol}`
          : !sections.includes(direction)
            ? `in ${direction} rules`
            : undefined;
        expect(reasonOf(refusal(put(one, direction, protocol)))).toBe(
          missing && unsure === undefined ? `${name}() does not exist ${missing}.` : undefined,
        );
      }
    },
  );
});

describe("the message names the rule, the place and what does not exist there:", () => {
  const start = "is not allowed in the";

  test.each<[string, () => unknown, string]>([
    [
      "a condition",
      put(rule("a").when(conn.clientIp.eq("b"), req.host.eq("c")).do(deny()), "inbound", "tcp"),
      `The rule "a" ${start} inbound rules of a policy for tcp: req.host does not exist in a policy for tcp.`,
    ],
    [
      "an action in a policy for any",
      put(rule("a").do(urlRewrite({ from: "a", to: "b" })), "outbound", undefined),
      `The rule "a" ${start} outbound rules of a policy: the action url-rewrite does not exist there.`,
    ],
    [
      "a rule without a name",
      put(rule().when(req.host.eq("a")), "inbound", "tcp"),
      `A rule without a name ${start} inbound rules of a policy for tcp: req.host does not exist in a policy for tcp.`,
    ],
    [
      "a name with quotes",
      put(rule('"a"\n').do(urlRewrite({ from: "a", to: "b" })), "outbound", "http"),
      `The rule "\\"a\\"\\n" ${start} outbound rules of a policy for http: the action url-rewrite does not exist there.`,
    ],
    [
      "a variable deep in a condition",
      put(
        rule("a").when(
          conn.geo.city.eq("b").or(req.headers.at("c").some((v) => v.eq(req.url.host))),
        ),
        "inbound",
        "tcp",
      ),
      `The rule "a" ${start} inbound rules of a policy for tcp: req.headers does not exist in a policy for tcp.`,
    ],
    [
      "a variable in text",
      put(rule("a").when(cel`${req.host}   ==  "1"`), "inbound", "tcp"),
      `The rule "a" ${start} inbound rules of a policy for tcp: req.host does not exist in a policy for tcp.`,
    ],
    [
      "an expression in a config",
      put(rule("a").do(log({ metadata: { a: "b", c: text`d ${req.host} e` } })), "inbound", "tcp"),
      `The rule "a" ${start} inbound rules of a policy for tcp: req.host does not exist in a policy for tcp.`,
    ],
    [
      "an expression deep in a config",
      put(rule("a").do(log({ metadata: { a: [{ b: text`${req.host}` }] } })), "inbound", "tcp"),
      `The rule "a" ${start} inbound rules of a policy for tcp: req.host does not exist in a policy for tcp.`,
    ],
    [
      "an action that is not for the protocol, before what is in its config",
      put(rule("a").do(addHeaders({ headers: { a: text`${req.host}` } })), "inbound", "tcp"),
      `The rule "a" ${start} inbound rules of a policy for tcp: the action add-headers does not exist there.`,
    ],
  ])("%s", (_what, build, message) => {
    expect(build).toThrow(message);
  });
});

describe("what the documentation leaves open is left to lint, which warns of it:", () => {
  const open = [
    ["a condition", rule("a").when(res.statusCode.lt(300)).do(deny())],
    [
      "a condition in text",
      rule("a")
        .when(cel`${res.statusCode} < 300`)
        .do(deny()),
    ],
    ["an expression in a config", rule("a").do(log({ metadata: { a: text`${res.location}` } }))],
    [
      "an expression that is a config",
      rule("a").do(
        rateLimit({
          name: "a",
          algorithm: "sliding_window",
          capacity: 1,
          rate: "60s",
          bucketKey: ["conn.client_ip", res.location],
        }),
      ),
    ],
    ["a function", rule("a").when(res.hasHeader("A")).do(deny())],
  ] as const;

  test.each(open)("%s", (_what, one) => {
    const built = put(one, "inbound", "http")() as PolicyBuilder;
    const source = jsonPolicySource("a.json", built.toString());
    const found = lintPolicy(source, { protocol: "http" });
    expect(
      found.filter(({ rule: name }) => name === "expression/unavailable").map((o) => o.severity),
    ).toEqual(["warning"]);
  });

  test("a field that only some protocols have", () => {
    const built = put(rule("a").do(deny({ statusCode: 403 })), "inbound", "tcp")();
    const source = jsonPolicySource("a.json", (built as PolicyBuilder).toString());
    expect(lintPolicy(source, { protocol: "tcp" })).toMatchObject([
      { rule: "action/unavailable", severity: "warning" },
    ]);
  });
});

test("the error tells the name of the rule", () => {
  for (const [name, one] of [
    ["a", rule("a")],
    [undefined, rule()],
  ] as const) {
    const build = put(one.when(req.host.eq("b")), "inbound", "tcp");
    expect(build).toThrow(expect.objectContaining({ name: "PlacementError", rule: name }));
    expect(build).toThrow(PlacementError);
  }
});

test("what is not known is allowed anywhere", () => {
  const one = rule("a")
    .when(cel`res.status_code == 1`)
    .do(action("url-rewrite"));
  for (const { direction, protocol } of places) {
    expect(put(one, direction, protocol)).not.toThrow();
  }
});

test.each([
  ["a condition", rule("a").when(conn.clientIp.eq("a"), req.host.eq("b")), "/expressions/1"],
  ["an action", rule("a").do(log({ metadata: { a: text`${req.host}` } })), "/actions/0"],
])("a PlacementError tells where %s was written", (_what, one, part) => {
  const expected = policy({ protocol: "http" }).inbound(one).origins().get(`/inbound/0${part}`);
  let origin: unknown;
  try {
    put(one, "inbound", "tcp")();
  } catch (error) {
    ({ origin } = error as PlacementError);
  }
  expect(origin).toBeDefined();
  expect(origin).toEqual(expected);
});
