import { type Exchange, type Outcome } from "@traffic-policy/policy-engine";
import { formatUrl, parseUrl } from "@traffic-policy/policy-engine/internal";
import { Prover, type QuestionFinding } from "@traffic-policy/policy-proof";
import fc from "fast-check";
import { expect, test } from "vitest";
import { howMany, sampled, seededAsync } from "../seeded.ts";
import {
  arbitraryAnswers,
  arbitraryExchange,
  arbitraryPhases,
  arbitraryPolicy,
  inDirections,
  outcomeOf,
  withOwnRules,
  type RandomPolicy,
} from "./random-policies.ts";

const exchanges = sampled(arbitraryExchange, howMany(60, 1000));

const spellings: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
];

const usual = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function methodOf({ request }: Exchange): string {
  return request?.method ?? "GET";
}

/** An exchange with another spelling of its path. */
function spelt(exchange: Exchange, spell: (path: string) => string): Exchange | undefined {
  const { request } = exchange;
  const url = request && parseUrl(request.url);
  if (request === undefined || url === undefined) return undefined;
  return {
    ...exchange,
    request: { ...request, url: formatUrl({ ...url, path: spell(url.path) }) },
  };
}

/** Whether a request reaches the upstream, or an endpoint in its place. */
function isLetIn({ request }: Outcome): boolean {
  return request !== undefined;
}

function isRefusedIn(rules: QuestionFinding["rules"], { directions, response }: Outcome): boolean {
  const isRefusal = [401, 403, 404, 410, 451].includes(response?.status ?? 0);
  return directions.some(
    ({ by }) =>
      by !== undefined &&
      (by.type === "deny" || by.type === "restrict-ips" || isRefusal) &&
      rules.some(({ path }) => by.path.startsWith(`${path}/`)),
  );
}

function failsIn(rules: QuestionFinding["rules"], { errors, result }: Outcome): boolean {
  return (
    result === "failed" &&
    (rules.length === 0 ||
      // Those before may be errors that count as no match.
      rules.some((rule) => errors.at(-1)?.path.startsWith(`${rule.path}/`)))
  );
}

const checked = [
  [],
  [{ type: "restrict-ips", config: { allow: ["10.0.0.0/8"] } }],
  [{ type: "restrict-ips", config: { allow: ["0.0.0.0/0", "::/0"] } }],
];

const arbitraryChecked: fc.Arbitrary<RandomPolicy> = fc
  .tuple(arbitraryPolicy, fc.constantFrom(...checked), fc.nat(3))
  .map(([{ inbound, outbound }, actions, at]) => ({
    inbound: inbound.map((rule, index) =>
      index === at && actions.length > 0 ? { ...rule, actions } : rule,
    ),
    outbound,
  }));

const dialects = [
  [
    "in directions",
    arbitraryChecked,
    inDirections,
    ["bypassed-checks found", "path-variants found", "path-variants holds"],
  ],
  [
    "with all phases",
    arbitraryPhases,
    withOwnRules,
    ["bypassed-checks holds", "never-let-in fact", "path-variants holds"],
  ],
] as const;

const title =
  "what a question says to hold holds for random requests, and each example shows what it should";

test.each(dialects)(
  `${title}: %s`,
  async (_dialect, arbitrary, compiled, expected) => {
    const said = new Map<string, number>();
    await seededAsync(
      fc.asyncProperty(arbitrary, arbitraryAnswers, async (document, options) => {
        const policy = await compiled(document);
        const outcomes = exchanges.map((exchange) => ({
          exchange,
          outcome: outcomeOf(policy, exchange, options),
        }));
        const wrong: string[] = [];
        const checks: Record<string, (one: QuestionFinding) => boolean> = {
          "failing-requests": ({ kind, rules }) =>
            kind === "holds" &&
            outcomes.some(
              ({ exchange, outcome }) => usual.has(methodOf(exchange)) && failsIn(rules, outcome),
            ),
          "never-let-in": ({ kind, message }) => {
            if (kind !== "fact") return false;
            const named = /^No request with the methods? (.*) reaches/.exec(message)?.[1];
            if (named === undefined && !message.startsWith("No request reaches")) return false;
            return outcomes.some(
              ({ exchange, outcome }) =>
                isLetIn(outcome) &&
                (named === undefined || named.split(/, | or /).includes(methodOf(exchange))),
            );
          },
          "path-variants": ({ kind, rules }) =>
            kind === "holds" &&
            rules.length > 0 &&
            outcomes.some(
              ({ exchange, outcome }) =>
                outcome.result !== "failed" &&
                isRefusedIn(rules, outcome) &&
                spellings.some((spell) => {
                  const other = spelt(exchange, spell);
                  return other !== undefined && isLetIn(outcomeOf(policy, other, options));
                }),
            ),
          "bypassed-checks": ({ kind, rules, message }) => {
            const [rule] = rules;
            if (kind !== "holds" || rule === undefined) return false;
            const matches = ({ matched }: Outcome): boolean =>
              matched.some(({ path }) => path === rule.path);
            const keyOf = ({ connection, time, request }: Exchange): string =>
              JSON.stringify([connection, time, (request?.url ?? "").replace(/\?.*/, "")]);
            const protectedKeys = new Set(
              outcomes.filter(({ outcome }) => matches(outcome)).map((one) => keyOf(one.exchange)),
            );
            return outcomes.some(
              ({ exchange, outcome }) =>
                isLetIn(outcome) &&
                !matches(outcome) &&
                (methodOf(exchange) !== "OPTIONS" || !message.includes("OPTIONS")) &&
                protectedKeys.has(keyOf(exchange)),
            );
          },
          "swallowed-rules": ({ kind, rules, message }) =>
            (kind === "found" || kind === "fact") &&
            message.includes(" never match") &&
            outcomes.some(({ outcome }) =>
              rules.some((rule) => outcome.matched.some(({ path }) => path === rule.path)),
            ),
        };
        for (const { name, findings } of new Prover(policy, { options }).ask()) {
          for (const one of findings) {
            said.set(`${name} ${one.kind}`, (said.get(`${name} ${one.kind}`) ?? 0) + 1);
            if (checks[name]?.(one) === true) wrong.push(`${name}: ${one.message}`);
            if (one.kind !== "found") continue;
            for (const { exchange, outcome } of one.examples) {
              const { result } = outcomeOf(policy, exchange, options);
              if (result !== outcome.result) wrong.push(`${name}: ${result} in an example`);
            }
          }
        }
        expect(wrong).toEqual([]);
      }),
      25,
      1000,
    );
    if (process.env["TEST_PRINT"] === "1") console.log(said);
    expect([...said.keys()]).toEqual(expect.arrayContaining([...expected]));
  },
  120_000,
);
