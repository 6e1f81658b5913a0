import {
  CelScalar,
  celEnv,
  celFunc,
  celList,
  celMap,
  listType,
  parse,
  plan,
  type CelInput,
} from "@bufbuild/cel";
import {
  compilePolicy,
  simulate,
  simulateSync,
  type Exchange,
} from "@traffic-policy/policy-engine";
import { containsCidr, parseAddress, parseCidr } from "@traffic-policy/policy-language/internal";
import { Bench } from "tinybench";
import { figuresOf } from "./expressions.ts";
import { typicalRules } from "./fixtures/typical-rules.ts";
import { printTable } from "./table.ts";

const matching = "req.user_agent.matches('(?i)(googlebot|bingbot|yandex)/[0-9]+')";

const exchange: Exchange = {
  time: 1_700_000_000_000,
  connection: { clientIp: "198.51.100.7", geo: { countryCode: "NO" } },
  request: {
    method: "GET",
    url: "https://www.example.com/api/items?page=2",
    headers: {
      accept: "application/json",
      "accept-encoding": "gzip, br",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0",
      "x-tier": "gold",
      cookie: "session=abc; theme=dark",
    },
  },
};

const headers = new Map<string, readonly string[]>(
  Object.entries({
    ...(exchange.request?.headers as Record<string, string>),
    host: "www.example.com",
  }).map(([name, value]) => [name, [value]]),
);

/** What the rules read, ready for the library: it converts nothing while it is measured. */
const variables: Record<string, CelInput> = {
  "req.method": "GET",
  "req.content_length": 0n,
  "conn.geo.country_code": "NO",
  "req.headers": celMap(new Map(Array.from(headers, ([name, list]) => [name, celList(list)]))),
  "req.url.path": "/api/items",
  "conn.client_ip": "198.51.100.7",
  "req.host": "www.example.com",
  "req.url.scheme": "https",
  "req.url.query": "page=2",
  "req.content_type": "",
  "conn.server_port": 443n,
  "endpoint.host": "www.example.com",
  "req.version": "HTTP/1.1",
  "req.user_agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0",
};

const { BOOL, DYN, STRING } = CelScalar;
const LIST = listType(STRING);
const queryParams = new Map([["page", ["2"]]]);
const cookies = new Map([["session", celMap(new Map([["value", "abc"]]))]]);

/** The functions, over what has been read from the request before. */
const env = celEnv({
  funcs: [
    celFunc("inCidrRanges", [STRING, LIST], BOOL, (address, cidrs) => {
      const inner = parseAddress(address);
      return Array.from(cidrs).some((cidr) => {
        const outer = parseCidr(String(cidr));
        return inner !== undefined && outer !== undefined && containsCidr(outer, inner);
      });
    }),
    celFunc("hasReqHeader", [STRING], BOOL, (name) => headers.has(name.toLowerCase())),
    celFunc("hasQueryParam", [STRING], BOOL, (name) => queryParams.has(name)),
    celFunc("getQueryParam", [STRING], LIST, (name) => celList(queryParams.get(name) ?? [])),
    celFunc("hasReqCookie", [STRING], BOOL, (name) => cookies.has(name)),
    celFunc("getReqCookie", [STRING], DYN, (name) => cookies.get(name) ?? null),
  ],
});

const simulated = "simulateSync";
const withTrace = "simulateSync, with a trace";

type Plan = (bindings: Record<string, CelInput>) => unknown;

function evaluateAll(plans: readonly (readonly Plan[])[]): number {
  let matched = 0;
  for (const rule of plans)
    if (rule.every((expression) => expression(variables) === true)) matched++;
  return matched;
}

/** A policy of twenty rules, simulated, beside the bare library on the same expressions. */
export async function benchEngine(): Promise<void> {
  for (const [title, conditions] of [
    ["Twenty rules of typical conditions, one exchange", typicalRules],
    ["The same with one regular expression", [...typicalRules.slice(1), [matching]]],
  ] as const) {
    const plans = conditions.map((texts) => texts.map((text): Plan => plan(env, parse(text))));
    const policy = await compilePolicy({
      inbound: conditions.map((expressions) => ({
        expressions: [...expressions],
        actions: [{ type: "log", config: { metadata: { at: "a rule" } } }],
      })),
    });
    const traced = { trace: true };
    const found = simulateSync(policy, exchange).matched.length;
    if (policy.problems.length > 0 || evaluateAll(plans) !== found) {
      throw new Error("The library and the engine do not do the same.");
    }
    const bench = new Bench({ time: 1500, warmupTime: 500 })
      .add("bare @bufbuild/cel, in a loop", () => void evaluateAll(plans))
      .add(simulated, () => void simulateSync(policy, exchange))
      .add("simulate", () => simulate(policy, exchange))
      .add(withTrace, () => void simulateSync(policy, exchange, traced));
    await bench.run();
    const [most, mostTraced] = [1.3, 3].map((ratio) => ({ of: "ratio" as const, most: ratio }));
    printTable(
      `${title} (${found} match)`,
      figuresOf(bench).map((figure) => ({
        ...figure,
        ...(figure.name === simulated && { goal: most }),
        ...(figure.name === withTrace && { goal: mostTraced }),
      })),
      { plot: true },
    );
  }
}
