import {
  addHeaders,
  cel,
  conn,
  deny,
  literal,
  log,
  req,
  rule,
  type ActionBuilder,
  type Condition,
} from "@traffic-policy/policy-builder";
import type { JsonValue } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";

test("a rule has its members in the order that people read them in", () => {
  const built = rule("a").do(deny()).when(req.method.eq("GET"), req.host.eq("b"));
  expect(JSON.stringify(built)).toBe(
    `{"name":"a","expressions":["req.method == 'GET'","req.host == 'b'"],"actions":[{"type":"deny"}]}`,
  );
  expect(built.toJSON()).toEqual(built.toRule());
});

test("what was not said is not written", () => {
  expect(rule().toRule()).toStrictEqual({ actions: [] });
  expect(rule("").toRule()).toStrictEqual({ name: "", actions: [] });
  expect(rule(undefined).toRule()).toStrictEqual({ actions: [] });
});

describe("nothing at all, as of an empty array that is spread,", () => {
  const conditions: Condition[] = [];
  const actions: ActionBuilder[] = [];

  test("is refused where the rule would have no condition", () => {
    expect(() => rule("a").when(...conditions)).toThrow(
      new TypeError(
        "when() needs at least one condition: without one the rule would always match.",
      ),
    );
  });

  test("adds nothing to what is there", () => {
    const built = rule("a").when(literal(true)).do(deny());
    expect(built.when(...conditions).toRule()).toEqual(built.toRule());
  });

  test("of actions is left to lint, for which a rule without actions is an error", () => {
    expect(
      rule("a")
        .do(...actions)
        .toRule(),
    ).toStrictEqual({ name: "a", actions: [] });
  });
});

test("conditions and actions are added", () => {
  const built = rule()
    .when(cel`a`)
    .do(deny())
    .when(cel`b`, cel`c`)
    .do(log({ metadata: { a: 1 } }), deny({ statusCode: 404 }));
  expect(built.toRule()).toStrictEqual({
    expressions: ["a", "b", "c"],
    actions: [
      { type: "deny" },
      { type: "log", config: { metadata: { a: 1 } } },
      { type: "deny", config: { status_code: 404 } },
    ],
  });
});

test("using a part twice never changes its first use", () => {
  const base = rule("a");
  const matched = base.when(conn.serverPort.eq(80));
  const done = matched.do(addHeaders({ headers: { a: "b" } }));
  const more = done
    .when(req.host.eq("c"))
    .do(addHeaders({ headers: { d: "e" } }))
    .set("f", 1);
  expect(base.toRule()).toStrictEqual({ name: "a", actions: [] });
  expect(matched.toRule().actions).toEqual([]);
  expect(done.toRule()).toMatchObject({ expressions: [{}], actions: [{}] });
  expect(Object.keys(done.toRule())).toEqual(["name", "expressions", "actions"]);
  expect(more.toRule()).toMatchObject({ expressions: [{}, {}], actions: [{}, {}], f: 1 });
});

test("a condition used twice stays the same", () => {
  const condition = req.method.eq("GET");
  const text = condition.toString();
  void [condition.and(req.host.eq("a")), condition.not(), condition.eq(true), cel`${condition}`];
  expect(condition.toString()).toBe(text);
});

test("arrays that are passed on are copied", () => {
  const conditions = [req.method.eq("GET")];
  const actions = [deny()];
  const built = rule()
    .when(...conditions)
    .do(...actions);
  conditions.push(req.method.eq("PUT"));
  actions.pop();
  expect(built.toRule()).toMatchObject({ expressions: [{}], actions: [{}] });
});

describe("set", () => {
  test("writes members as they are, after the others", () => {
    const built = rule("a")
      .set("enabled", false)
      .do(deny())
      .set("notes", { a: [1] });
    expect(JSON.stringify(built)).toBe(
      '{"name":"a","actions":[{"type":"deny"}],"enabled":false,"notes":{"a":[1]}}',
    );
    expect(built.set("enabled", true).toRule()).toMatchObject({ enabled: true });
  });

  test.each([
    ["name", rule("a"), 'The rule has a name already; set("name") would replace it.'],
    [
      "expressions",
      rule().when(req.method.eq("GET")),
      'The rule has conditions from when() already; set("expressions") would remove them.',
    ],
    [
      "actions",
      rule().do(deny()),
      'The rule has actions from do() already; set("actions") would remove them.',
    ],
  ])("never takes away %s", (member, built, message) => {
    expect(() => built.set(member, [])).toThrow(new TypeError(message));
  });

  test("what it wrote is not lost when parts are added", () => {
    expect(() => rule().set("actions", []).do(deny())).toThrow(
      new TypeError('The rule already has "actions" from set(); do() cannot add to it.'),
    );
    expect(() => rule().set("expressions", null).when(req.method.eq("GET"))).toThrow(
      new TypeError('The rule already has "expressions" from set(); when() cannot add to it.'),
    );
    const built = rule().set("name", 5).set("actions", null).set("actions", {});
    expect(built.toRule()).toStrictEqual({ name: 5, actions: {} });
  });

  test("knows __proto__ as a member like others", () => {
    expect(JSON.stringify(rule().set("__proto__", { a: 1 }))).toBe(
      '{"actions":[],"__proto__":{"a":1}}',
    );
  });

  test("keeps its own copy of the value", () => {
    const notes = ["a"];
    const built = rule().set("notes", notes);
    notes.push("b");
    expect(built.toRule()).toStrictEqual({ actions: [], notes: ["a"] });
  });

  test("refuses what JSON cannot hold", () => {
    expect(() => rule().set("a", { b: undefined as unknown as JsonValue })).toThrow(
      new TypeError("a.b is undefined, which JSON cannot hold."),
    );
  });
});

describe("refused where it is written:", () => {
  test.each([
    ["undefined", undefined],
    [
      "false: JavaScript evaluates === and ! before the policy runs; call eq() or not() instead",
      (req.method as unknown) === "POST",
    ],
    [`"req.host == 'a'"`, "req.host == 'a'"],
    ["a StringExpression", req.host],
    ["an ActionBuilder", deny()],
    ["an array", [req.method.eq("GET")]],
    ["a function", deny],
  ])("the condition %s", (what, value) => {
    expect(() => rule("a").when(value as unknown as Condition)).toThrow(
      new TypeError(`when() takes conditions of the builder, not ${what}.`),
    );
  });

  test.each([
    ["undefined", undefined],
    ["a function", deny],
    ["an object", { type: "deny" }],
    ["a Condition", req.method.eq("GET")],
  ])("the action %s", (what, value) => {
    expect(() => rule("a").do(deny(), value as unknown as ActionBuilder)).toThrow(
      new TypeError(`do() takes actions of the builder, not ${what}.`),
    );
  });

  test("a name that is no text", () => {
    expect(() => rule(5 as unknown as string)).toThrow(
      new TypeError("rule() takes a name as text, not 5."),
    );
    expect(() => rule({ name: "a" } as unknown as string)).toThrow(
      new TypeError("rule() takes a name as text, not an object."),
    );
  });
});

test("a rule or an action in a template is refused", () => {
  expect(() => `${rule("a") as unknown as string}`).toThrow(
    new TypeError("A rule cannot become a string or a number; toRule() returns it as JSON."),
  );
  expect(() => `${deny() as unknown as string}`).toThrow(
    new TypeError("An action cannot become a string or a number; toAction() returns it as JSON."),
  );
});
