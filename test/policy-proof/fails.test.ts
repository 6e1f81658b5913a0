import { compilePolicy } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { Prover, type Failure, type ProofOptions } from "@traffic-policy/policy-proof";
import { expect, test } from "vitest";

const log = [{ type: "log", config: { metadata: {} } }];

async function failures(document: object, options?: ProofOptions): Promise<Failure[]> {
  const policy = await compilePolicy(document as JsonValue, { protocol: "http" });
  return new Prover(policy, options).fails();
}

async function kinds(document: object, options?: ProofOptions): Promise<string[]> {
  return (await failures(document, options)).map(({ path, fails }) => `${path} ${fails.kind}`);
}

test("an expression that asks for what is not there fails, unless it is guarded", async () => {
  const inbound = [
    { expressions: ["req.headers['x-a'][0] == '1'"], actions: log },
    { expressions: ["hasReqHeader('X-A') && req.headers['x-a'][0] == '1'"], actions: log },
    { expressions: ["'x-b' in req.headers", "req.headers['x-b'][0] == '1'"], actions: log },
    { expressions: ["req.headers['x-b'].size() > 1 || req.method != 'PUT'"], actions: log },
  ];
  const found = await failures({ inbound });
  expect(found.map(({ path, fails }) => `${path} ${fails.kind}`)).toEqual([
    "/inbound/0/expressions/0 reached",
    "/inbound/0/actions/0 never",
    "/inbound/1/expressions/0 never",
    "/inbound/1/actions/0 never",
    "/inbound/2/expressions/0 never",
    "/inbound/2/expressions/1 never",
    "/inbound/2/actions/0 never",
    "/inbound/3/expressions/0 reached",
    "/inbound/3/actions/0 never",
  ]);
  expect(found[0]).toMatchObject({
    text: "req.headers['x-a'][0] == '1'",
    fails: {
      exchange: { request: { url: "https://example.com/" } },
      outcome: { result: "failed" },
    },
    dependsOn: [],
  });
});

test("what an earlier rule needs is there in later ones", async () => {
  const inbound = [
    { expressions: ["!hasReqHeader('X-A')"], actions: [{ type: "deny" }] },
    { expressions: ["req.headers['x-a'][0] == '1'"], actions: log },
  ];
  expect(await kinds({ inbound })).toContain("/inbound/1/expressions/0 never");
});

test("an action fails with its interpolations, and with values that no header can have", async () => {
  const add = (value: string) => [{ type: "add-headers", config: { headers: { "x-b": value } } }];
  const inbound = [
    { actions: add("${req.headers['x-a'][0]}") },
    { actions: add("${req.method}") },
    { expressions: ["hasReqHeader('X-A')"], actions: add("${size(req.headers['x-a'][0])}") },
  ];
  expect(await kinds({ inbound })).toEqual([
    "/inbound/0/actions/0 reached",
    "/inbound/1/actions/0 never",
    "/inbound/2/expressions/0 never",
    "/inbound/2/actions/0 never",
  ]);
});

test("a failure says with which answers there is none", async () => {
  const inbound = [{ expressions: ["getReqCookie('a').value == 'b'"], actions: log }];
  const [failure] = await failures({ inbound });
  expect(failure).toMatchObject({
    fails: { kind: "reached" },
    dependsOn: [{ question: "absentCookie", answer: "empty" }],
  });
});
