import { camelCase } from "@traffic-policy/policy-language/internal";
import * as builder from "@traffic-policy/policy-builder/phases";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { describe, expect, test } from "vitest";
import { camelConfig } from "../../../scripts/generate/config-code.ts";

const { aiGateway, httpRequest, rateLimit, req, setVars, sseFindReplace, text } = builder;

describe.each([...phasesDialect.actions.values()])("$type", ({ type, config, example }) => {
  test("builds its example", () => {
    const functions: Readonly<Record<string, unknown>> = { ...builder };
    const build = functions[camelCase(type)] as (config: unknown) => builder.ActionBuilder;
    const expected = Object.keys(example).length === 0 ? { type } : { type, config: example };
    expect(build(camelConfig(config, example)).toAction()).toStrictEqual(expected);
  });
});

describe("the variables of setVars()", () => {
  const listOf = (...vars: readonly object[]): object => ({ type: "set-vars", config: { vars } });

  test("are set in the order in which they are written", () => {
    const built = setVars({ tier: "free", "not-a-name": 1, limits: { perDay: [1, 2] } });
    expect(built.toAction()).toStrictEqual(
      listOf({ tier: "free" }, { "not-a-name": 1 }, { limits: { perDay: [1, 2] } }),
    );
  });

  test("can be a list, which may set one twice", () => {
    const vars = [{ tier: "free" }, { tier: text`${req.host}` }];
    expect(setVars({ vars }).toAction()).toStrictEqual(
      listOf({ tier: "free" }, { tier: "${req.host}" }),
    );
  });

  test("can have one that is called vars, but for a list", () => {
    expect(setVars({ vars: "a" }).toAction()).toStrictEqual(listOf({ vars: "a" }));
  });

  test("cannot have names whose order an object loses", () => {
    expect(() => setVars({ b: 1, 1: 2 })).toThrow(
      new TypeError(
        "setVars() cannot keep the order of the name 1: give a list, as in { vars: [{ … }] }.",
      ),
    );
  });

  test("have texts with expressions, and no expressions", () => {
    const deep = { all: [{ host: text`${req.host}` }] };
    expect(setVars({ deep }).toAction()).toStrictEqual(
      listOf({ deep: { all: [{ host: "${req.host}" }] } }),
    );
    expect(() => setVars({ host: req.host as never })).toThrow("in place of a value");
  });
});

describe("a config", () => {
  test("has texts with expressions in its nested fields", () => {
    const replacements = [{ from: "a", to: text`${req.host}` }];
    expect(sseFindReplace({ replacements }).toAction().config).toStrictEqual({
      replacements: [{ from: "a", to: "${req.host}" }],
    });
  });

  test("has expressions where it holds CEL, and text where it does not", () => {
    const retryCondition = req.method.eq("GET");
    const built = httpRequest({ url: text`https://${req.host}`, retryCondition });
    expect(built.toAction().config).toStrictEqual({
      url: "https://${req.host}",
      retry_condition: "req.method == 'GET'",
    });
    expect(() => httpRequest({ url: req.host as never })).toThrow("in place of a value");
  });

  test("keeps the names of fields that the catalogue does not know", () => {
    const config = { providers: [{ id: "a", api_keys: [{ value: text`${req.host}` }] }] };
    expect(aiGateway({ onError: "continue", ...config }).toAction().config).toStrictEqual({
      on_error: "continue",
      providers: [{ id: "a", api_keys: [{ value: "${req.host}" }] }],
    });
  });

  test("has its fields in the order of the catalogue", () => {
    const built = rateLimit({
      bucketKey: [req.host],
      rate: "60s",
      capacity: 1,
      algorithm: "sliding_window",
      name: "a",
    });
    expect(Object.keys(built.toAction().config ?? {})).toEqual([
      "name",
      "algorithm",
      "capacity",
      "rate",
      "bucket_key",
    ]);
  });
});
