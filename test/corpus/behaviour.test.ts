import { readdirSync, readFileSync } from "node:fs";
import { type BehaviourOptions } from "@traffic-policy/policy-engine";
import { openQuestions } from "@traffic-policy/policy-engine/internal";
import { expect, test } from "vitest";
import { jsonOf } from "./collected.ts";

type Facts = Readonly<Record<string, unknown>>;

const ofDirections = jsonOf<Facts>("facts/behaviour.json");
const ofPhases = jsonOf<Facts>("facts/phases/behaviour.json");
const { actions } = jsonOf<{ actions: Facts }>("facts/phases/actions.json");

/** What stands at a path such as `evaluation.order`. */
function at(facts: Facts, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((found, key) => (found as Facts | undefined)?.[key], facts);
}

/** The fact that each open question is about; of the phases when it begins with `phases:`. */
const cited: Readonly<Record<keyof BehaviourOptions, string>> = {
  onExpressionError: "evaluation.runtimeError",
  failure: "evaluation.runtimeError.unsure",
  outboundAfterAnswer: "evaluation.customResponseInRequestPhase",
  laterRulesSee: "evaluation.order",
  denyStatus: "deny.default",
  contentTypeOfAnswer: "customResponse.contentType",
  absentVariables: "evaluation.runtimeError.unsure",
  absentValues: "evaluation.runtimeError.celSemantics",
  absentCookie: "evaluation.runtimeError.celSemantics",
  headerNames: "migration.variables",
  interpolatedCollections: "interpolation.types",
  bracedGroups: "urlRewrite.goTrap",
  urlVariables: "urlRewrite.format",
  urlNormalization: "urlRewrite.matchedAgainst",
  compressionTie: "compressResponse.unsure",
  compressionWildcard: "compressResponse.unsure",
  compressionMinimumSize: "compressResponse.unsure",
  compressionContentTypes: "compressResponse.unsure",
  compressionNoTransform: "compressResponse.negotiation",
  inboundCompression: "migration.perAction",
  restrictIpsWithoutAllow: "restrictIps.rule",
  rateLimitCounts: "rateLimit",
  absentBucketKey: "rateLimit.bucket",
  durationMilliseconds: "evaluation.runtimeError.celSemantics",
  timestampOffset: "interpolation.asText",
  webhookTolerance: "phases:actions.verify-webhook.replay",
  invalidTokenStatus: "phases:refusals.jwt-validation",
  tokenLeeway: "phases:actions.jwt-validation",
  tokenWithoutExpiry: "phases:actions.jwt-validation",
  tokenIssuedLater: "phases:actions.jwt-validation",
  responseRulesAfterForward: "phases:order.forwardInternal",
  circuitBreakerErrors: "phases:actions.circuit-breaker",
  circuitBreakerMemory: "phases:actions.circuit-breaker.open",
  httpRequestRedirects: "phases:actions.http-request.redirects",
};

test("every option is about a fact that there is", () => {
  for (const [option, fact] of Object.entries(cited)) {
    const path = fact.replace(/^phases:/, "");
    const found = at(fact.startsWith("phases:") ? ofPhases : ofDirections, path);
    expect(found, `${option}: ${fact}`).toBeDefined();
  }
  expect(Object.keys(cited).toSorted()).toEqual(Object.keys(openQuestions).toSorted());
});

/** The names of facts in the titles of the engine's tests. */
function namesInTitles(): string[] {
  const folder = new URL("../policy-engine/phases/", import.meta.url);
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), "utf8").matchAll(/\bfact\(\s*"([^"]+)"/g)].map(
      ([, name = ""]) => name,
    ),
  );
}

test("every fact that a title of the engine's tests names was collected", () => {
  const names = namesInTitles();
  const unknown = names.filter((name) => {
    const [, ofActions, path = ""] = /^(config )?(.*)$/.exec(name) ?? [];
    return at(ofActions ? actions : ofPhases, path) === undefined;
  });
  expect(names.length).toBeGreaterThan(50);
  expect(unknown).toEqual([]);
});
