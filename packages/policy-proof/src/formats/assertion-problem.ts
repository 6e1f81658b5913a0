import type { CompiledPolicy, Expectation } from "@traffic-policy/policy-engine";
import {
  checkExpression,
  describeCheckError,
  parseExpression,
  typeText,
} from "@traffic-policy/policy-language";
import { didYouMean } from "@traffic-policy/policy-language/internal";
import type { LoadedAssertion, LoadedCondition, PartProblem } from "./assertion-file.ts";

/** Returns the first part of an assertion that does not fit its policy. */
export function assertionProblem(
  { assertion, conditions, pointer }: LoadedAssertion,
  policy: CompiledPolicy,
): PartProblem | undefined {
  const expected = assertion.always ?? assertion.never ?? {};
  const at = `${pointer}/${assertion.always === undefined ? "never" : "always"}`;
  return (
    conditions.map((one) => conditionProblem(one, policy)).find((problem) => problem) ??
    protocolProblem(expected, at, policy) ??
    ruleProblem(expected, at, policy)
  );
}

function conditionProblem(
  { text, written, pointer }: LoadedCondition,
  { dialect, protocol }: CompiledPolicy,
): PartProblem | undefined {
  if (typeof written !== "string") {
    const key = (["request", "response"] as const).find((name) => written[name] !== undefined);
    if (protocol === "http" || key === undefined) return undefined;
    return unlike(key, `${pointer}/${key}`, protocol);
  }
  const parsed = parseExpression(text);
  if (!parsed.ok) return undefined;
  const { type, errors } = checkExpression(parsed.tree, { dialect, protocol, text });
  const [error] = errors;
  if (error !== undefined) {
    return { path: pointer, ...describeCheckError(error), ...(error.span && { part: error.span }) };
  }
  if (["bool", "dyn", "free"].includes(type.kind)) return undefined;
  const message = `The condition is of type ${typeText(type)}, not bool.`;
  return { path: pointer, message, help: "Compare it with something." };
}

const ofHttp = {
  status: "status",
  headers: "response",
  body: "response",
  compression: "response",
  upstream: "request",
} as const satisfies Partial<Record<keyof Expectation, string>>;

function protocolProblem(
  expected: Expectation,
  path: string,
  { protocol }: CompiledPolicy,
): PartProblem | undefined {
  if (protocol === "http") return undefined;
  const key = (Object.keys(ofHttp) as (keyof typeof ofHttp)[]).find(
    (name) => expected[name] !== undefined,
  );
  if (key !== undefined) return unlike(ofHttp[key], `${path}/${key}`, protocol);
  if (expected.outcome !== "answered") return undefined;
  const message = `A policy for ${protocol} answers nothing: it closes the connection.`;
  return { path, message, help: "Write closed, or denied." };
}

function unlike(what: string, path: string, protocol: string): PartProblem {
  const message = `There is a ${what}, but the policy is for ${protocol}, which sees only connections.`;
  return { path, part: "key", message, help: `Remove it; "connection" describes the client.` };
}

function ruleProblem(
  expected: Expectation,
  path: string,
  { sections }: CompiledPolicy,
): PartProblem | undefined {
  const rules = sections.flatMap(({ rules: all }) => all.map(({ reference }) => reference));
  const { by } = expected;
  const lists = (["matched", "notMatched", "onlyMatched"] as const).flatMap((key) =>
    (expected[key] ?? []).map((name, index) => ({ name, path: `${path}/${key}/${index}` })),
  );
  const rule = typeof by === "object" && by !== null ? by.rule : undefined;
  const named = rule === undefined ? lists : [...lists, { name: rule, path: `${path}/by/rule` }];
  const unknown = named.find(
    ({ name }) => !rules.some((one) => one.name === name || one.path === name),
  );
  if (unknown === undefined) return undefined;
  const names = rules.flatMap(({ name }) => name ?? []);
  return {
    path: unknown.path,
    message: `The policy has no rule ${JSON.stringify(unknown.name)}.`,
    help:
      didYouMean(unknown.name, names) ??
      "Name a rule of the policy, or write its place like /inbound/0.",
  };
}
