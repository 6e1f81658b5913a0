import { celEnv, parse, plan, type CelInput } from "@bufbuild/cel";
import type { JsonObject } from "@traffic-policy/policy-language";
import type { SampleRequest } from "./arbitrary-rules.ts";

/** What the service's documentation leaves open; a claim has to hold whichever is true. */
export interface Reading {
  /** Whether later rules see the path and the headers as earlier ones have changed them. */
  readonly seesChanges: boolean;
  /** Whether a condition that fails ends processing, or is as good as false. */
  readonly failureEnds: boolean;
}

export const readings: readonly Reading[] = [true, false].flatMap((seesChanges) =>
  [true, false].map((failureEnds) => ({ seesChanges, failureEnds })),
);

/** What a rule comes to for a request. */
type Outcome = "matches" | "does not match" | "fails";

interface Runnable {
  readonly actions: readonly JsonObject[];
  readonly outcome: (request: SampleRequest) => Outcome;
}

const env = celEnv();

/** A rule that can be run, its conditions evaluated by a complete evaluator of CEL. */
export function runnable(rule: JsonObject): Runnable {
  const texts = rule["expressions"] as readonly string[];
  const programs = texts.map((text) => plan(env, parse(text)));
  return {
    actions: rule["actions"] as readonly JsonObject[],
    outcome(request) {
      for (const program of programs) {
        const result = program({ req: inputOf(request) });
        if (result !== true) return result === false ? "does not match" : "fails";
      }
      return "matches";
    },
  };
}

function inputOf({ method, path, length, headers }: SampleRequest): CelInput {
  return new Map<string, CelInput>([
    ["method", method],
    ["content_length", length],
    ["url", new Map([["path", path]])],
    ["headers", new Map([...headers].map(([name, values]) => [name, [...values]]))],
  ]);
}

/** The indexes of the rules that a request reaches and that match it. */
export function matching(
  rules: readonly Runnable[],
  request: SampleRequest,
  { seesChanges, failureEnds }: Reading,
): number[] {
  const matched: number[] = [];
  let current = request;
  for (const [index, { actions, outcome }] of rules.entries()) {
    const result = outcome(seesChanges ? current : request);
    if (result === "fails" && failureEnds) break;
    if (result !== "matches") continue;
    matched.push(index);
    for (const action of actions) {
      const next = after(action, current);
      if (next === undefined) return matched;
      current = next;
    }
  }
  return matched;
}

/** The request after an action; nothing when the action ends processing. */
function after({ type, config }: JsonObject, request: SampleRequest): SampleRequest | undefined {
  const { path, headers } = request;
  switch (type) {
    case "deny":
    case "custom-response":
      return undefined;
    case "redirect":
      return replaced(path, config) === path ? request : undefined;
    case "url-rewrite":
      return { ...request, path: replaced(path, config) };
    case "add-headers":
      return {
        ...request,
        headers: new Map([...headers, ["x", [...(headers.get("x") ?? []), "1"]]]),
      };
    case "remove-headers":
      return { ...request, headers: new Map([...headers].filter(([name]) => name !== "x")) };
    default:
      return request;
  }
}

function replaced(path: string, config: unknown): string {
  const { from, to } = config as { from: string; to: string };
  return path.replaceAll(from, to);
}
