import { TextsHost } from "@traffic-policy/language-server";
import { describe, expect, test } from "vitest";
import type { PlaygroundState } from "../../../packages/playground/src/link/state.ts";
import type { PolicyText } from "../../../packages/playground/src/work/messages.ts";
import { playgroundExamples } from "../../../scripts/bundle/playground-examples.js";
import { ask } from "./ask.ts";

// Each recipe of the menu does what its request, its cases and its assertions say.

const examples = JSON.parse(playgroundExamples()) as readonly {
  readonly name: string;
  readonly group: string;
  readonly state: PlaygroundState;
}[];
const recipes = examples.filter(({ group }) => group === "Recipes");

describe.each(recipes.map(({ name, state }) => [name, state] as const))("%s", (name, state) => {
  const policy = state.policy as PolicyText;

  test("has no findings as the policy of a cloud endpoint", async () => {
    const host = new TextsHost({ protocol: "http" });
    const indented = policy.text.replaceAll(/^(?=.)/gm, "    ");
    const manifest = `apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: CloudEndpoint
metadata: { name: ${name} }
spec:
  url: https://shop.example
  trafficPolicy:
    policy:
  ${indented.replaceAll("\n", "\n  ")}`;
    host.give("file:///a.yaml", manifest);
    const { findings } = await host.check("file:///a.yaml", "policy");
    expect(
      Object.values(findings)
        .flat()
        .map(({ message }) => message),
    ).toEqual([]);
  });

  test("has cases that pass, and reach each of its rules", async () => {
    const { cases, coverage } = await ask("runCases", { policy, cases: state.cases ?? "" });
    expect(cases.map((one) => [one.name, one.state])).toEqual(
      cases.map((one) => [one.name, "passed"]),
    );
    expect(coverage.rules.filter(({ matched }) => matched === 0)).toEqual([]);
  });

  test("has assertions that are proved, and a request", async () => {
    const { assertions } = await ask("prove", { policy, assertions: state.assertions });
    expect(assertions.map((one) => [one.name, one.verdict, one.notes])).toEqual(
      assertions.map((one) => [one.name, "proved", one.notes]),
    );
    const { exchange } = state;
    expect(await ask("simulate", { policy, exchange })).toMatchObject({ problems: [], errors: [] });
  });
});

test("there are ten, and policies in phases come before those in directions", () => {
  expect(recipes.length).toBe(10);
  const isInPhases = examples.map(({ group }) => group !== "A policy in directions");
  expect(isInPhases.indexOf(false)).toBe(isInPhases.lastIndexOf(true) + 1);
});
