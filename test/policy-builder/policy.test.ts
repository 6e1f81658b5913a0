import {
  action,
  addHeaders,
  compressResponse,
  conn,
  customResponse,
  deny,
  isPolicyBuilder,
  policy,
  PolicyBuilder,
  req,
  res,
  rule,
  urlRewrite,
  type RuleBuilder,
} from "@traffic-policy/policy-builder";
import type { JsonValue } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";

const first = rule("first").do(deny());
const second = rule("second").do(deny());
const third = rule("third").do(compressResponse());

function namesOf(built: PolicyBuilder): unknown {
  const { inbound, outbound } = built.toDocument();
  return { inbound: inbound?.map(({ name }) => name), outbound: outbound?.map(({ name }) => name) };
}

describe("policy", () => {
  test("builds the document", () => {
    const built = policy({ protocol: "http" })
      .inbound(
        rule("Large")
          .when(req.contentLength.gt(10_000))
          .do(
            customResponse({
              statusCode: 413,
              headers: { "content-type": "text/plain" },
              content: "too large",
            }),
          ),
        rule("Old").do(urlRewrite({ from: "/v1/", to: "/v2/" }), deny({ statusCode: 403 }), deny()),
      )
      .outbound(
        rule("Compress").do(compressResponse({ algorithms: ["br", "gzip"] }), compressResponse()),
      );
    expect(built.protocol).toBe("http");
    expect(JSON.parse(JSON.stringify(built))).toEqual(built.toDocument());
    expect(built.toJSON()).toEqual(built.toDocument());
    expect(String(built)).toBe(JSON.stringify(built.toDocument()));
    expect(built.toDocument()).toEqual({
      inbound: [
        {
          name: "Large",
          expressions: ["req.content_length > 10000"],
          actions: [
            {
              type: "custom-response",
              config: {
                status_code: 413,
                content: "too large",
                headers: { "content-type": "text/plain" },
              },
            },
          ],
        },
        {
          name: "Old",
          actions: [
            { type: "url-rewrite", config: { from: "/v1/", to: "/v2/" } },
            { type: "deny", config: { status_code: 403 } },
            { type: "deny" },
          ],
        },
      ],
      outbound: [
        {
          name: "Compress",
          actions: [
            { type: "compress-response", config: { algorithms: ["br", "gzip"] } },
            { type: "compress-response" },
          ],
        },
      ],
    });
  });

  test("without a protocol has none", () => {
    expect(policy().protocol).toBeUndefined();
    expect(policy({}).toDocument()).toStrictEqual({});
  });

  test("has the directions in the order of their first mention", () => {
    const built = policy().outbound(third).inbound(first).outbound(third);
    expect(Object.keys(built.toDocument())).toEqual(["outbound", "inbound"]);
    expect(namesOf(built)).toEqual({ inbound: ["first"], outbound: ["third", "third"] });
  });

  test("may have a direction without rules", () => {
    expect(policy().inbound().toDocument()).toStrictEqual({ inbound: [] });
    expect(policy().outbound(false).toDocument()).toStrictEqual({ outbound: [] });
    expect(policy().inbound(first).inbound().toDocument().inbound).toHaveLength(1);
  });

  test("skips what is falsy", () => {
    const built = policy().inbound(false, first, null, undefined, second, "", 0);
    expect(namesOf(built)).toEqual({ inbound: ["first", "second"], outbound: undefined });
  });

  test.each([
    ["true", true],
    ['"rule"', "rule"],
    ["an object", { name: "a", actions: [] }],
    ["an array", [first]],
    ["a function", rule],
    ["an ActionBuilder", deny()],
    ["a PolicyBuilder", policy()],
  ])("loses nothing silently: %s is no rule", (what, value) => {
    const wrong = value as unknown as RuleBuilder;
    expect(() => policy().inbound(wrong)).toThrow(
      new TypeError(`inbound() takes rules made by rule(), not ${what}.`),
    );
    expect(() => policy().outbound(third, wrong)).toThrow(
      new TypeError(`outbound() takes rules made by rule(), not ${what}.`),
    );
  });

  test("for a protocol that is none is refused", () => {
    expect(() => policy({ protocol: "https" as "http" })).toThrow(
      new RangeError('"https" is not one of the protocols http, tcp, tls.'),
    );
    expect(() => policy({ protocol: null as unknown as "http" })).toThrow(
      new RangeError("null is not one of the protocols http, tcp, tls."),
    );
  });

  test("using a part twice never changes its first use", () => {
    const base = policy();
    const common = rule("common").do(deny());
    const one = base.inbound(common.when(req.method.eq("GET")));
    const other = base.inbound(common);
    const more = other.inbound(first).outbound(third).set("a", 1);
    expect(base.toDocument()).toStrictEqual({});
    expect(one.toDocument().inbound).toHaveLength(1);
    expect(more.toDocument()).toMatchObject({ inbound: [{}, {}], outbound: [{}], a: 1 });
    expect(other.toDocument()).toStrictEqual({
      inbound: [{ name: "common", actions: [{ type: "deny" }] }],
    });
  });

  test("changing what it returned never changes the policy, nor its parts", () => {
    const respond = customResponse({ statusCode: 200, headers: { a: "b" } });
    const notFound = action("a", { list: [{ b: 1 }] });
    const greet = rule("greet").when(req.method.eq("GET")).do(respond, notFound).set("tags", ["a"]);
    const built = policy({ protocol: "http" })
      .inbound(greet)
      .set("notes", { list: ["a"] });
    const parts = [respond, notFound, greet, built];
    const before = JSON.stringify(parts);
    expect(before).toContain('"notes":{"list":["a"]}');

    for (const returned of [
      respond.toAction(),
      respond.toJSON(),
      notFound.toAction(),
      greet.toRule(),
      greet.toJSON(),
      built.toDocument(),
      built.toJSON(),
    ]) {
      changeAll(returned);
      expect(JSON.stringify(parts)).toBe(before);
    }
    expect(String(built)).toBe(JSON.stringify(built));
  });
});

/** Changes every member of a value, however deep. */
function changeAll(value: object): void {
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    if (typeof member === "object" && member !== null) changeAll(member);
    else Object.assign(value, { [key]: "changed" });
  }
  if (Array.isArray(value)) value.push("added");
  else Object.assign(value, { added: true });
}

describe("extend", () => {
  const security = policy({ protocol: "http" }).inbound(first).outbound(third).set("version", 1);
  const geo = policy().inbound(second);

  test("adds rules of other policies after its own", () => {
    const built = policy({ protocol: "http" })
      .inbound(rule("own").when(conn.geo.countryCode.eq("BR")).do(deny()))
      .extend(security, geo)
      .inbound(first);
    expect(built).toBeInstanceOf(PolicyBuilder);
    expect(built.protocol).toBe("http");
    expect(namesOf(built as PolicyBuilder)).toEqual({
      inbound: ["own", "first", "second", "first"],
      outbound: ["third"],
    });
    expect(built.toDocument()).toMatchObject({ version: 1 });
    expect(geo.toDocument().inbound).toHaveLength(1);
    expect(security.toDocument().inbound).toHaveLength(1);
  });

  test("of nothing changes nothing", () => {
    expect(security.extend().toDocument()).toEqual(security.toDocument());
    expect(policy().extend(policy()).toDocument()).toStrictEqual({});
  });

  test("takes over directions without rules, and later members", () => {
    const built = policy().set("a", 1).extend(policy().inbound().set("a", 2));
    expect(built.toDocument()).toStrictEqual({ inbound: [], a: 2 });
  });

  test("keeps where the rules were written", () => {
    const own = policy().inbound(first);
    expect(own.extend(geo).origins().get("/inbound/1")).toEqual(geo.origins().get("/inbound/0"));
  });

  test("refuses rules that use what does not exist here", () => {
    const late = policy().outbound(
      rule("late")
        .when(res.statusCode.eq(200))
        .do(addHeaders({ headers: { a: "b" } })),
    );
    expect(() => policy({ protocol: "tcp" }).extend(late)).toThrow(
      'The rule "late" is not allowed in the outbound rules of a policy for tcp: the action add-headers does not exist there.',
    );
    expect(policy({ protocol: "http" }).extend(late).toDocument().outbound).toHaveLength(1);
  });

  test.each([
    ["undefined", undefined],
    ["an object", { inbound: [] }],
    ["a RuleBuilder", first],
  ])("refuses %s", (what, value) => {
    expect(() => policy().extend(value as unknown as PolicyBuilder)).toThrow(
      new TypeError(`extend() takes policies made by policy() of this package, not ${what}.`),
    );
  });
});

describe("set", () => {
  test("writes members as they are", () => {
    const built = policy()
      .set("enabled", true)
      .inbound(first)
      .set("notes", { a: [null, 0.5] });
    expect(built.toDocument()).toStrictEqual({
      inbound: [{ name: "first", actions: [{ type: "deny" }] }],
      enabled: true,
      notes: { a: [null, 0.5] },
    });
    expect(built.set("enabled", false).toDocument()).toMatchObject({ enabled: false });
  });

  test("never takes away rules, nor do those get lost in what it wrote", () => {
    const filled = 'The policy already has rules from inbound(); set("inbound") would remove them.';
    const written = 'The policy already has "inbound" from set(); inbound() cannot add to it.';
    const rules = policy().inbound(first);
    const base = policy().set("inbound", []);
    expect(() => rules.set("inbound", [])).toThrow(new TypeError(filled));
    expect(() => policy().inbound().set("inbound", [])).toThrow(new TypeError(filled));
    expect(() => rules.extend(base)).toThrow(new TypeError(filled));
    expect(() => base.inbound(first)).toThrow(new TypeError(written));
    expect(() => base.extend(rules)).toThrow(new TypeError(written));
    expect(base.outbound(third).set("inbound", null).toDocument()).toMatchObject({ inbound: null });
  });

  test("knows __proto__ as a member like others", () => {
    const value = JSON.parse('{"__proto__": {"a": 1}}') as JsonValue;
    const built = policy().set("__proto__", value);
    expect(JSON.stringify(built)).toBe('{"__proto__":{"__proto__":{"a":1}}}');
    expect(JSON.stringify(policy().extend(built))).toBe(JSON.stringify(built));
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  test("keeps its own copy of the value", () => {
    const notes = { list: ["a"] };
    const built = policy().set("notes", notes);
    notes.list.push("b");
    expect(built.toDocument()).toStrictEqual({ notes: { list: ["a"] } });
  });

  test.each([
    ["undefined", undefined],
    ["NaN", Number.NaN],
    ["1n", 1n],
    ["a Date", new Date(0)],
    ["a Map", new Map()],
    ["a function", rule],
    ["a StringExpression", req.host],
  ])("refuses %s, which JSON cannot hold", (what, value) => {
    const wrong = value as unknown as JsonValue;
    expect(() => policy().set("a", wrong)).toThrow(
      new TypeError(`a is ${what}, which JSON cannot hold.`),
    );
    expect(() => policy().set("a", { b: [1, wrong] })).toThrow(
      new TypeError(`a.b[1] is ${what}, which JSON cannot hold.`),
    );
  });
});

test("a policy of another copy of the package is known as one", () => {
  expect(isPolicyBuilder(policy())).toBe(true);
  expect(isPolicyBuilder({ [Symbol.for("@traffic-policy/policy-builder/policy")]: true })).toBe(
    true,
  );
  expect(isPolicyBuilder({ inbound: [] })).toBe(false);
  expect(isPolicyBuilder(null)).toBe(false);
  expect(isPolicyBuilder(undefined)).toBe(false);
  expect(isPolicyBuilder("policy")).toBe(false);
  expect(isPolicyBuilder(policy)).toBe(false);
});

test("an action without a builder may stand anywhere", () => {
  for (const protocol of ["http", "tcp", "tls"] as const) {
    const built = policy({ protocol })
      .inbound(rule().do(action("a")))
      .outbound(rule().do(action("a")));
    expect(built.toDocument()).toStrictEqual({
      inbound: [{ actions: [{ type: "a" }] }],
      outbound: [{ actions: [{ type: "a" }] }],
    });
  }
});
