import { compilePolicy } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { comparePolicies, Prover } from "@traffic-policy/policy-proof";
import type { Claim } from "../../packages/policy-proof/src/assertion.ts";
import { expect, test } from "vitest";

const compiled = (document: object) =>
  compilePolicy(document as JsonValue, { protocol: "http" as const });

const onAdmin = (action: object) => [
  { name: "Admin", expressions: ["req.url.path.startsWith('/admin')"], actions: [action] },
];

const typo = { type: "denyy" };
const wrong = { type: "custom-response", config: { status_code: "many" } };
const claims: readonly Claim[] = [
  "denied",
  "failed",
  "closed",
  "answered",
  "forwarded",
  { outcome: "answered", by: { action: "deny" } },
];

test.each(claims.map((claim) => [claim]))(
  "whether it is ever %j depends on the action",
  async (never) => {
    for (const action of [typo, { type: "mystery", config: { a: "${req.headers['x'][0]}" } }]) {
      const prover = new Prover(await compiled({ on_http_request: onAdmin(action) }));
      const when = "req.url.path == '/admin/x'";
      expect(await prover.prove({ name: "Admin", when, never })).toEqual({
        kind: "unknown",
        reason: `Not all of the policy can be read. There is no action "${action.type}".`,
      });
      const elsewhere = { name: "Others", when: "req.url.path == '/x'" };
      expect(await prover.prove({ ...elsewhere, always: "forwarded" })).toMatchObject({
        kind: "proved",
      });
    }
  },
);

test("what the service would refuse may do anything, too", async () => {
  for (const rules of [
    onAdmin(wrong),
    [{ name: "Typo", expressions: ["req.path == '/admin'"], actions: [{ type: "deny" }] }],
  ]) {
    const prover = new Prover(await compiled({ inbound: rules }));
    const verdict = await prover.prove({ name: "Denied", never: "denied" });
    expect(verdict).toMatchObject({
      kind: "unknown",
      reason: expect.stringMatching(
        /^Not all of the policy can be read\. The service would refuse/,
      ),
    });
  }
});

test("it may fail, and what comes after it may not be reached or see something else", async () => {
  const rules = [
    ...onAdmin(typo),
    { name: "Later", expressions: ["vars.a == 'x'"], actions: [{ type: "deny" }] },
  ];
  const prover = new Prover(await compiled({ on_http_request: rules }));
  expect(prover.fails().map(({ path, fails }) => [path, fails.kind])).toContainEqual([
    "/on_http_request/0/actions/0",
    "unknown",
  ]);
  const ends = [{ actions: [typo] }, { name: "Later", actions: [{ type: "deny" }] }];
  const [, , second] = new Prover(await compiled({ inbound: ends })).reach();
  expect(second?.reached.kind).not.toBe("never");
});

test("policies with one are the same only when they are in the same dialect", async () => {
  const [one, again, other] = await Promise.all([
    compiled({ inbound: onAdmin(typo) }),
    compiled({ inbound: onAdmin(typo) }),
    compiled({ on_http_request: onAdmin(typo) }),
  ]);
  expect(comparePolicies(one, again).kind).toBe("same");
  const { kind, unknown } = comparePolicies(one, other);
  expect(kind).toBe("unknown");
  const reason = 'Not all of the policy can be read. There is no action "denyy".';
  expect(new Set(unknown.map((part) => part.reason))).toEqual(new Set([reason]));
  const broken = [{ expressions: ["1 +"], actions: [{ type: "deny" }] }];
  const [before, after] = await Promise.all([
    compiled({ inbound: broken }),
    compiled({ on_http_request: broken }),
  ]);
  expect(comparePolicies(before, before).kind).toBe("same");
  expect(comparePolicies(before, after).kind).toBe("unknown");
});
