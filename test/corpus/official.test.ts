import type { Protocol } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import {
  failuresThatNeverHappen,
  lint,
  policiesWith,
  untoldFailures,
  type PolicyText,
} from "../policy-lint/told-failures.ts";
import { filesOf, linesOf, officialPolicies } from "./collected.ts";

// The service's own published examples: what is right gives no error, and what fails for ordinary
// traffic is told.

/** Examples that have a mistake, with the errors that tell it. */
const mistakes: Readonly<Record<string, readonly string[]>> = {
  // conn.client_ip == '110.0.0.1
  "49cebca93664": ["expression/syntax /inbound/1/expressions/0"],
  // conn.ClientIP == '110.0.0.1
  ad5e4e04a75e: ["expression/syntax /inbound/1/expressions/0"],
  // req.path was never a name, and custom_response never a type
  "826fc2b4a1e5": [
    "expression/unknown-name /inbound/0/expressions/1",
    "action/unknown-type /inbound/0/actions/0/type",
  ],
};

interface Manifest {
  readonly policies: readonly { readonly id: string; readonly protocols: readonly Protocol[] }[];
}

function protocolsOf(): ReadonlyMap<string, readonly Protocol[]> {
  const manifest = filesOf("corpus/official/").find(({ name }) => name === "manifest.json");
  const { policies } = JSON.parse(manifest?.text ?? "") as Manifest;
  return new Map(policies.map(({ id, protocols }) => [id, protocols]));
}

const protocols = protocolsOf();
const examples = officialPolicies().flatMap(({ name, text }): PolicyText[] => {
  const id = name.replace(".json", "");
  return (protocols.get(id) ?? []).map((protocol) => ({ id, text, protocol }));
});

describe.each(examples)("$id ($protocol)", (example) => {
  test("has no error, or the one that is known", () => {
    const errors = lint(example).filter(({ severity }) => severity === "error");
    expect(errors.map(({ rule, path }) => `${rule} ${path}`)).toEqual(mistakes[example.id] ?? []);
  });

  test("tells what fails for a plain request", async () => {
    expect(await untoldFailures(example)).toEqual([]);
  });

  test("fails where it is told to fail, for some request", async () => {
    expect(await failuresThatNeverHappen(example)).toEqual([]);
  });
});

const expressions = linesOf("corpus/expressions-directions.txt");

test("wherever a published expression stands, what fails for a plain request is told", async () => {
  const silent: string[] = [];
  // In every other place, which takes half of the time.
  const policies = expressions.flatMap((expression, index) =>
    policiesWith(expression).filter((_policy, place) => place % 2 === index % 2),
  );
  for (const policy of policies) {
    if ((await untoldFailures(policy)).length > 0) silent.push(policy.id);
  }
  expect(silent).toEqual([]);
});

test("all of them are looked at", () => {
  expect(examples.length).toBeGreaterThanOrEqual(37);
  expect(expressions.length).toBeGreaterThanOrEqual(139);
});
