import { readdirSync, readFileSync } from "node:fs";
import { jsonPolicySource, type Diagnostic, type Protocol } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import {
  compilePolicy,
  PolicyCoverage,
  simulateSync,
  type CompiledPolicy,
  type Exchange,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { suggestCases } from "@traffic-policy/policy-proof";
import { describe, expect, test } from "vitest";
import { sharedData } from "./shared-data.ts";

// The service's own published examples: what is right gives no error, and what fails for ordinary
// traffic is told.

/** Examples that have a mistake, with the errors that tell it. Source: facts/directions/doc-mistakes.json. */
const mistakes: Readonly<Record<string, readonly string[]>> = {
  // conn.client_ip == '110.0.0.1
  "49cebca93664": ["expression/syntax /inbound/1/expressions/0"],
  // conn.ClientIP == '110.0.0.1
  ad5e4e04a75e: ["expression/syntax /inbound/1/expressions/0"],
  // req.path was never a name; its custom_response is a warning
  "826fc2b4a1e5": ["expression/unknown-name /inbound/0/expressions/1"],
};

interface Example {
  readonly id: string;
  readonly text: string;
  readonly protocol: Protocol;
}

const folder = sharedData("corpus/official/");
const expressionsFile = sharedData("corpus/expressions-directions.txt");
const examples = folder === undefined ? [] : examplesIn(folder);

function examplesIn(from: URL): Example[] {
  const read = (name: string): string => readFileSync(new URL(name, from), "utf8");
  const { policies } = JSON.parse(read("manifest.json")) as {
    policies: readonly { readonly id: string; readonly protocols: readonly Protocol[] }[];
  };
  return policies
    .filter(({ id }) => readdirSync(from).includes(`${id}.json`))
    .flatMap(({ id, protocols }) =>
      protocols.map((protocol) => ({ id, text: read(`${id}.json`), protocol })),
    );
}

function lint({ id, text, protocol }: Example): Diagnostic[] {
  return lintPolicy(jsonPolicySource(`${id}.json`, text), { protocol });
}

function compile({ text, protocol }: Example): Promise<CompiledPolicy> {
  return compilePolicy(JSON.parse(text), { protocol });
}

/** What tells that an expression may fail for want of a value. */
const ofAbsence = new Set([
  "expression/unguarded-access",
  "expression/perhaps-missing",
  "expression/result-before-run",
]);

/** Whether a finding is about the expression or the action that failed, or about a part of it. */
function isAt(path: string, failed: string): boolean {
  return path === failed || path.startsWith(`${failed}/`);
}

/** Where an exchange fails: JSON Pointers to expressions and actions. */
function failures(
  policy: CompiledPolicy,
  exchange: Exchange,
  options: SimulationOptions = {},
): readonly string[] {
  return simulateSync(policy, exchange, options).errors.map(({ path }) => path);
}

const plain: Exchange = { request: { url: "https://example.com/" }, response: { status: 200 } };

describe.each(examples)("$id ($protocol)", (example) => {
  test("has no error, or the one that is known", () => {
    const errors = lint(example).filter(({ severity }) => severity === "error");
    expect(errors.map(({ rule, path }) => `${rule} ${path}`)).toEqual(mistakes[example.id] ?? []);
  });

  test("tells what fails for a plain request", async () => {
    const policy = await compile(example);
    const told = lint(example).map(({ path }) => path);
    for (const path of failures(policy, plain)) {
      expect(told.some((one) => isAt(one, path))).toBe(true);
    }
  });

  test("fails where it is told to fail, for some request", async () => {
    const policy = await compile(example);
    const found = lint(example).filter(({ rule }) => ofAbsence.has(rule));
    const proposed = suggestCases(policy, new PolicyCoverage(policy)).flatMap((one) =>
      "case" in one ? [one.case] : [],
    );
    const exchanges: readonly Exchange[] = [plain, ...proposed];
    for (const { path, message } of found) {
      const [name = ""] = message.split(" ");
      const without = { variables: { [name]: null } };
      const failed = exchanges.some(
        (exchange) =>
          failures(policy, exchange).some((one) => isAt(path, one)) ||
          (/^[\w.]+$/.test(name) &&
            failures(policy, { ...exchange, ...without }).some((one) => isAt(path, one))),
      );
      expect(failed, message).toBe(true);
    }
  });
});

const expressions =
  expressionsFile === undefined ? [] : readFileSync(expressionsFile, "utf8").trim().split("\n");

/** Policies with an expression in each kind of place. */
function policiesWith(expression: string): readonly Example[] {
  const direction = /\bres\.|Res(?:Header|Cookie)\(/.test(expression) ? "outbound" : "inbound";
  const protocol = expression.includes("conn.TLS.") ? "tls" : "http";
  const value = `a \${${expression}} b`;
  const log = { type: "log", config: { metadata: { a: "b" } } };
  const rules = {
    condition: { expressions: [expression], actions: [log] },
    operand: { expressions: [`req.method == 'PUT' || (${expression})`], actions: [log] },
    header: { actions: [{ type: "add-headers", config: { headers: { a: value } } }] },
    metadata: { actions: [{ type: "log", config: { metadata: { a: [value] } } }] },
    replacement: { actions: [{ type: "redirect", config: { to: `/a?${value}` } }] },
    pattern: { actions: [{ type: "url-rewrite", config: { from: value, to: "/b" } }] },
  };
  return Object.entries(rules).map(([place, rule]) => ({
    id: `${expression} as a ${place}`,
    text: JSON.stringify({ [direction]: [rule] }),
    protocol,
  }));
}

test("wherever a published expression stands, what fails for a plain request is told", async () => {
  const silent: string[] = [];
  for (const example of expressions.flatMap(policiesWith)) {
    const policy = await compile(example);
    const told = lint(example).map(({ path }) => path);
    const untold = failures(policy, plain).filter((path) => !told.some((one) => isAt(one, path)));
    if (untold.length > 0) silent.push(example.id);
  }
  expect(silent).toEqual([]);
});

test("all of them are looked at", () => {
  expect(examples.length).toBeGreaterThanOrEqual(folder === undefined ? 0 : 37);
  expect(expressions.length).toBeGreaterThanOrEqual(expressionsFile === undefined ? 0 : 139);
});
