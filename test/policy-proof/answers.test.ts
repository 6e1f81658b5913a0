import { compilePolicy, type BehaviourOptions } from "@traffic-policy/policy-engine";
import { openQuestions, type OpenQuestion } from "@traffic-policy/policy-engine/internal";
import type { JsonValue } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isAboutFormulas, isAboutRequests } from "../../packages/policy-proof/src/answers.ts";
import {
  SymbolicPolicy,
  SymbolicSession,
} from "../../packages/policy-proof/src/policy/symbolic-policy.ts";
import { seededAsync } from "../seeded.ts";
import { arbitraryPolicy, type Policy } from "./random-policies.ts";

const samples: Readonly<Record<string, OpenQuestion["answers"]>> = {
  denyStatus: [999],
  failure: [{ status: 599, headers: {} }],
};

const others = Object.entries(openQuestions).flatMap(([name, open]) => {
  const { answers = samples[name] ?? [], default: usual } = open as OpenQuestion;
  const question = name as keyof BehaviourOptions;
  return answers.filter((one) => one !== usual).map((answer) => ({ question, answer }));
});

/** Everything that a comparison or an assertion asks about; equal formulas of one session are the same objects. */
function formulasOf({ rules, finals, effects, changes, reachesEnd }: SymbolicPolicy): unknown[] {
  return [
    ...rules.flatMap((rule) => [rule.reached, rule.matches, rule.fails, rule.stops]),
    ...rules.map(({ stopsSection }) => stopsSection),
    ...finals.flatMap(({ ending, isChanged, when }) => [ending?.answer?.key, isChanged, when]),
    ...effects.flatMap(({ key, when }) => [key, when]),
    ...[...changes.parts().values()].flatMap((part) =>
      changes.of(part).flatMap(({ guard, operation }) => [guard, JSON.stringify(operation)]),
    ),
    reachesEnd,
  ];
}

/** All that says what becomes of requests until they reach the upstream. */
function formulasOfRequests({ rules, endings, changes, reachesEnd }: SymbolicPolicy): unknown[] {
  const forwards = endings.filter(({ kind }) => kind === "forwarded");
  return [
    ...rules.flatMap((rule) => [rule.reached, rule.matches, rule.fails, rule.refuses]),
    ...rules.flatMap(({ actions: own }) => own.map(({ runs }) => runs)),
    ...forwards.flatMap(({ when, answer }) => [when, answer?.key]),
    ...[...changes.parts().values()]
      .filter(({ of }) => of === "req")
      .flatMap((part) =>
        changes.of(part).flatMap(({ guard, operation }) => [guard, JSON.stringify(operation)]),
      ),
    reachesEnd,
  ];
}

const actions = [
  { type: "url-rewrite", config: { from: "/a/(b)", to: "/c${1}?$args" } },
  { type: "compress-response", config: { algorithms: ["gzip", "br"] } },
  { type: "custom-response", config: { status_code: 200, content: "<p>Hello</p>" } },
  { type: "rate-limit", config: { name: "a", capacity: 1, rate: "60s", bucket_key: ["req.host"] } },
  { type: "redirect", config: { from: "/a", to: "https://a.example/$uri" } },
];
const arbitraryWithAll = fc
  .tuple(arbitraryPolicy, fc.shuffledSubarray(actions), fc.constantFrom("inbound", "outbound"))
  .map(([policy, some, direction]): Policy => ({
    ...policy,
    [direction]: [
      ...some.map((action) => ({ expressions: ["req.url.path != '/x'"], actions: [action] })),
      ...policy[direction as "inbound" | "outbound"],
    ],
  }));

test.each([
  ["formulas", "urlNormalization", isAboutFormulas, arbitraryWithAll, formulasOf],
  ["requests", "failure", isAboutRequests, arbitraryWithAll.map(inboundOf), formulasOfRequests],
] as const)(
  "An answer that is not about %s leaves all of them the same",
  async (_what, one, isAbout, policies, read) => {
    const asked = others.filter(({ question }) => !isAbout(question));
    expect(asked.map(({ question }) => question)).toContain(one);
    await seededAsync(
      fc.asyncProperty(policies, async (document) => {
        const policy = await compilePolicy(document as unknown as JsonValue, { protocol: "http" });
        const session = new SymbolicSession();
        const formulas = read(new SymbolicPolicy(policy, {}, session));
        for (const { question, answer } of asked) {
          const options = { [question]: answer };
          const own = read(new SymbolicPolicy(policy, { options }, session));
          const isSame =
            own.length === formulas.length && own.every((each, at) => each === formulas[at]);
          expect([question, isSame]).toEqual([question, true]);
        }
      }),
      60,
      1000,
      20,
    );
  },
);

function inboundOf({ inbound }: Policy): Policy {
  return { inbound, outbound: [] };
}
