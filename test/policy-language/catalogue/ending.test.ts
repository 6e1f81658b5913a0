import { directionsDialect } from "@traffic-policy/policy-language";
import { endingOf } from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";

function ending(type: string, config: Readonly<Record<string, unknown>>): unknown {
  const definition = directionsDialect.actions.get(type);
  return definition && endingOf(definition, (name) => config[name]);
}

test("an action ends processing always, never, or when something is so", () => {
  expect(ending("deny", {})).toBe("always");
  expect(ending("log", {})).toBe("never");
  expect(ending("redirect", {})).toEqual({ when: "the URL changes" });
});

test.each([
  [{}, true],
  [{ on_error: "halt" }, true],
  [{ on_error: "continue" }, false],
  [{ on_error: "${req.method}" }, false],
])("forwarding with %j always ends processing: %j", (config, always) => {
  expect(ending("forward-internal", config) === "always").toBe(always);
});
