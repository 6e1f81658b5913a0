import * as builder from "@traffic-policy/policy-builder/phases";
import { type VariableDefinition } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { describe, expect, test } from "vitest";
import { kindOf, written, type AnyExpression } from "../written.ts";

const { actions, has, rule, text, vars } = builder;

function find({ name }: VariableDefinition): AnyExpression {
  return name
    .split(".")
    .reduce(
      (value, part) => (value as Record<string, object>)[camelCase(part)] ?? {},
      builder as object,
    ) as AnyExpression;
}

describe.each(phasesDialect.namespaces)("$name", ({ variables }) => {
  test.each(variables)("$name ($type)", (variable) => {
    const found = find(variable);
    expect(written(found, phasesDialect)).toBe(variable.name);
    expect(kindOf(found)).toBe(variable.type);
  });
});

describe("the variables of a policy", () => {
  test.each<[string, AnyExpression | undefined]>([
    ["vars.tier", vars["tier"]],
    ["vars.tier", vars.field("tier")],
    ["vars['tier']", vars.at("tier")],
    ["vars['not-a-name']", vars["not-a-name"]],
    ["vars.user.name", vars.field("user").field("name")],
  ])("%s", (expected, built) => {
    expect(built && written(built, phasesDialect)).toBe(expected);
  });

  test("can be asked for, and stand in texts", () => {
    expect(has(vars.field("tier")).toString()).toBe("has(vars.tier)");
    expect(vars.has("tier").toString()).toBe("'tier' in vars");
    expect(vars.field("tier").as("string").startsWith("f").toString()).toBe(
      "vars.tier.startsWith('f')",
    );
    expect(text`${vars.field("tier")}`.toString()).toBe("${vars.tier}");
  });

  test("have names that CEL can have, where they are fields", () => {
    expect(() => vars.field("a b")).toThrow(RangeError);
  });
});

test("results have the types of their records", () => {
  const { attempts, res } = actions.ngrok.httpRequest;
  const failed = attempts.some((one) => one.responseStatusCode.ge(500));
  expect(rule().when(failed, res.header.has("x")).toRule().expressions).toEqual([
    "actions.ngrok.http_request.attempts.exists(v, v.response_status_code >= 500)",
    "'x' in actions.ngrok.http_request.res.header",
  ]);
});

test("a list of maps has maps as its items", () => {
  const { modelsTried } = actions.ngrok.aiGateway;
  expect(modelsTried.at(0).at("id").eq("a").toString()).toBe(
    "actions.ngrok.ai_gateway.models_tried[0]['id'] == 'a'",
  );
});
