import { BlockList } from "node:net";
import { expect, test } from "vitest";
import {
  applyToJson,
  directionsDialect,
  jsonPolicySource,
  type JsonObject,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import {
  CaseRunner,
  compilePolicy,
  PolicyCoverage,
  type CompiledPolicy,
  type Outcome,
  type PolicyCase,
} from "@traffic-policy/policy-engine";
import { suggestCases } from "@traffic-policy/policy-proof";
import { lintPolicy, rules } from "@traffic-policy/policy-lint";
import { presetSeverity } from "@traffic-policy/policy-lint/internal";
import { wrongConditions } from "../policy-lint/wrong/conditions.ts";
import { wrongPolicies } from "../policy-lint/wrong/policies.ts";

interface Wrong {
  readonly text: string;
  readonly protocol: Protocol;
}

const settings = Object.fromEntries(
  [...rules].map(([name, rule]) => [name, presetSeverity(rule, "strict")]),
);
const unmarked = (text: string): string => text.replaceAll(/[«»]/g, "");

/** Every wrong policy of the pages and the tests of the lint rules, as JSON. */
const all: readonly Wrong[] = [
  ...[...rules.values()]
    .filter(({ docs }) => docs.language !== "yaml")
    .map(({ docs }) => ({ text: unmarked(docs.wrong), protocol: docs.protocol ?? "http" })),
  ...wrongPolicies.map(({ marked, protocol = "http" }) => ({ text: unmarked(marked), protocol })),
  ...wrongConditions.map(({ marked, direction = "inbound", beside = [], protocol = "http" }) => {
    const rule = {
      name: "a",
      expressions: [...beside, unmarked(marked)],
      actions: [{ type: "deny" }],
    };
    return { text: JSON.stringify({ [direction]: [rule] }), protocol };
  }),
];

test("what the service takes does the same after its safe fixes", async () => {
  let compared = 0;
  for (const { text, protocol } of all) {
    const fixed = safelyFixed(text, protocol);
    if (fixed === text) continue;
    const before = await compilePolicy(JSON.parse(text) as JsonValue, { protocol });
    const after = await compilePolicy(JSON.parse(fixed) as JsonValue, { protocol });
    expect(after.problems.length, fixed).toBeLessThanOrEqual(before.problems.length);
    if (before.problems.length > 0) continue;
    for (const one of [...casesFor(before), ...casesFor(after)]) {
      const [was, is] = [await outcomeOf(before, one), await outcomeOf(after, one)];
      // What failed is what was wrong.
      if (was.result === "failed") continue;
      compared++;
      expect(is, `${text}\n${fixed}\n${JSON.stringify(one)}`).toEqual(was);
    }
  }
  expect(compared).toBeGreaterThan(50);
});

/** Configs with optional keys; without one of these keys they still are what the action takes. */
const configs: readonly (readonly [type: string, config: JsonObject])[] = [
  ...[...directionsDialect.actions.values()].map(
    ({ type, example }) => [type, example as JsonObject] as const,
  ),
  ["restrict-ips", { allow: ["192.0.2.0/24"], enforce: false }],
  ["restrict-ips", { allow: ["198.51.100.0/24"], deny: ["198.51.100.1/32"] }],
  ["deny", { status_code: 404 }],
  ["redirect", { from: ".*", to: "https://example.org/", status_code: 308 }],
];

test("no safe fix makes a policy obey what the service may have passed over", async () => {
  let compared = 0;
  for (const [type, config] of configs) {
    for (const key of Object.keys(config)) {
      const { [key]: value = null, ...rest } = config;
      const documentOf = (some: JsonObject): JsonObject => ({
        inbound: [{ name: "a", actions: [{ type, config: some }] }],
      });
      const passedOver = await compilePolicy(documentOf(rest), { protocol: "http" });
      if (passedOver.problems.length > 0) continue;
      compared++;
      const misspelt = JSON.stringify(documentOf({ ...rest, [key.toUpperCase()]: value }));
      const fixed = JSON.parse(safelyFixed(misspelt, "http")) as JsonValue;
      const after = await compilePolicy(fixed, { protocol: "http" });
      // The key is still there, and nothing obeys it.
      if (after.problems.length > 0) continue;
      for (const one of casesFor(passedOver)) {
        const [was, is] = [await outcomeOf(passedOver, one), await outcomeOf(after, one)];
        expect(is, misspelt).toEqual(was);
      }
    }
  }
  expect(compared).toBeGreaterThan(10);
});

/** Lists of ranges that safe fixes change, in several notations of the same and of other addresses. */
const lists: readonly (readonly string[])[] = [
  ["192.0.2.7/24"],
  ["10.1.0.0/16", "10.0.0.0/8"],
  ["192.0.2.0/24", "192.0.2.0/25"],
  ["2001:DB8::1/32", "2001:db8:0::/48"],
  ["::1.2.3.4/96"],
  ["::1.2.3.4/120", "::/96"],
  ["::1.2.3.0/120", "::ffff:1.2.3.0/120"],
  ["::ffff:1.2.3.4/96"],
  ["64:ff9b::192.0.2.1/120"],
];
const clients = [
  "192.0.2.7",
  "192.0.3.7",
  "1.2.3.4",
  "10.200.0.1",
  "2001:db8:ffff::1",
  "2001:db9::1",
  "::1",
  "::102:304",
  "::1.2.3.77",
  "::ffff:1.2.3.4",
  "::ffff:203:5",
  "64:ff9b::c000:2ff",
  "64:ff9b::c000:300",
];

test("ranges have the addresses after their safe fixes that another implementation finds in them before", async () => {
  let [changed, found] = [0, 0];
  for (const list of lists) {
    const known = new BlockList();
    for (const cidr of list) {
      const [address = "", prefix] = cidr.split("/");
      known.addSubnet(address, Number(prefix), familyOf(address));
    }
    const asked = list.map((cidr) => `inCidrRange(conn.client_ip, '${cidr}')`).join(" || ");
    const policies = [
      { expressions: [`!(${asked})`], actions: [{ type: "deny" }] },
      { actions: [{ type: "restrict-ips", config: { allow: list } }] },
    ].map((rule) => JSON.stringify({ inbound: [{ name: "a", ...rule }] }));
    for (const text of policies) {
      const fixed = safelyFixed(text, "http");
      changed += Number(fixed !== text);
      for (const document of [text, fixed]) {
        const policy = await compilePolicy(JSON.parse(document) as JsonValue, { protocol: "http" });
        for (const client of clients) {
          const connection = { clientIp: client };
          const request = { method: "GET", url: "https://example.com/" };
          const one: PolicyCase = { name: "a", connection, request, expect: {} };
          const { response } = await outcomeOf(policy, one);
          const isAllowed = response?.status !== 403;
          // Node takes an IPv4 address and the IPv6 address that stands for it for the same.
          const isMapped = client.startsWith("::ffff:") || familyOf(client) === "ipv4";
          if (isMapped && list.some((cidr) => familyOf(cidr) !== familyOf(client))) continue;
          expect(isAllowed, `${client} ${document}`).toBe(known.check(client, familyOf(client)));
          found += Number(isAllowed);
        }
      }
    }
  }
  expect(changed).toBeGreaterThan(10);
  expect(found).toBeGreaterThan(20);
});

function familyOf(address: string): "ipv4" | "ipv6" {
  return address.includes(":") ? "ipv6" : "ipv4";
}

/** A policy after all fixes of its findings that are safe. */
function safelyFixed(text: string, protocol: Protocol): string {
  const findings = lintPolicy(jsonPolicySource("policy.json", text), { protocol, settings });
  const fixes = findings.flatMap(({ fix }) => (fix?.safe === true ? [fix] : []));
  return applyToJson(text, fixes).text;
}

/** Exchanges that between them make each part of a policy true and false. */
function casesFor(policy: CompiledPolicy): PolicyCase[] {
  return suggestCases(policy, new PolicyCoverage(policy)).flatMap((found) =>
    "case" in found ? [found.case] : [],
  );
}

/** What the client and the upstream see of an exchange; rules that are one now may have been two. */
async function outcomeOf(
  policy: CompiledPolicy,
  one: PolicyCase,
): Promise<Pick<Outcome, "result" | "request" | "response">> {
  const { outcome } = await new CaseRunner(policy).run(one);
  const { result, request, response } = outcome;
  return { result, ...(request && { request }), ...(response && { response }) };
}
