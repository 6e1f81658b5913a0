import { action, ActionBuilder, cel, req } from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";

test("an action without a builder is written as it is", () => {
  const built = action("teleport", { some_key: { a: "b", camelCase: [1, null] } });
  expect(built).toBeInstanceOf(ActionBuilder);
  expect(built.toAction()).toStrictEqual({
    type: "teleport",
    config: { some_key: { a: "b", camelCase: [1, null] } },
  });
  expect(JSON.stringify(built)).toBe(JSON.stringify(built.toAction()));
});

test("a config that is left out, empty or null is written so", () => {
  expect(action("a").toAction()).toStrictEqual({ type: "a" });
  expect(action("a", undefined).toAction()).toStrictEqual({ type: "a" });
  expect(action("a", {}).toAction()).toStrictEqual({ type: "a", config: {} });
  expect(action("a", null).toAction()).toStrictEqual({ type: "a", config: null });
});

test("the config is copied", () => {
  const config = { list: ["a"] };
  const built = action("a", config);
  config.list.push("b");
  expect(built.toAction().config).toStrictEqual({ list: ["a"] });
});

test("__proto__ is a key like others", () => {
  const config = JSON.parse('{"__proto__": {"a": 1}}') as object;
  expect(JSON.stringify(action("a", config))).toBe('{"type":"a","config":{"__proto__":{"a":1}}}');
});

describe("refused where it is written:", () => {
  test.each<[string, object, string]>([
    ["undefined", { a: undefined }, "The config of x.a is undefined, which JSON cannot hold."],
    ["NaN", { a: [Number.NaN] }, "The config of x.a[0] is NaN, which JSON cannot hold."],
    ["a hole", { a: Array(1) }, "The config of x.a[0] is undefined, which JSON cannot hold."],
    ["a date", { a: new Date(0) }, "The config of x.a is a Date, which JSON cannot hold."],
    [
      "an expression",
      { a: req.host },
      "The config of x.a is a StringExpression, which JSON cannot hold.",
    ],
    ["text", { a: cel`a` }, "The config of x.a is a Condition, which JSON cannot hold."],
    [
      "a function",
      { a: { b: test } },
      "The config of x.a.b is a function, which JSON cannot hold.",
    ],
    ["a map", new Map(), "The config of x is a Map, which JSON cannot hold."],
  ])("%s", (_what, config, message) => {
    expect(() => action("x", config)).toThrow(new TypeError(message));
  });

  test("a type that is no text", () => {
    expect(() => action(5 as unknown as string)).toThrow(
      new TypeError("action() takes the type of the action as text, not 5."),
    );
  });
});
