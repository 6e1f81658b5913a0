import { compilePolicy } from "@traffic-policy/policy-engine";
import { SymbolicPolicy } from "@traffic-policy/policy-proof/symbolic";
import { expect, test } from "vitest";
import { affectingQueries } from "../../packages/policy-proof/src/affecting-queries.ts";

const queries = ["x", "id=1", "/old/1"];

test.each([
  ["the path alone", "req.url.path.startsWith('/new')", ["/old/1"]],
  ["a parameter", "hasQueryParam('id')", ["id=1", "/old/1"]],
  ["the end of the URL", "req.url.endsWith('/admin')", queries],
  ["whether there is a query", "has(req.url.query)", queries],
])(
  "after a rewrite, a rule about %s is affected by some queries",
  async (_what, when, expected) => {
    const config = { from: "/old/([0-9]+)", to: "/new?id=$1" };
    const policy = await compilePolicy({
      inbound: [
        { actions: [{ type: "url-rewrite", config }] },
        { expressions: [when], actions: [{ type: "deny" }] },
      ],
    } as never);
    const symbolic = new SymbolicPolicy(policy);
    const [, own] = symbolic.rules;
    if (own === undefined) throw new Error("There is no second rule.");
    expect(affectingQueries(own, symbolic, queries)).toEqual(expected);
  },
);
