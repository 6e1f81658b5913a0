import { compilePolicy } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { Prover, type Failure, type ProofOptions } from "@traffic-policy/policy-proof";
import { expect, test } from "vitest";

async function failures(document: object, options?: ProofOptions): Promise<Failure[]> {
  const policy = await compilePolicy(document as JsonValue, { protocol: "http" });
  return new Prover(policy, options).fails();
}

async function kinds(document: object, options?: ProofOptions): Promise<string[]> {
  return (await failures(document, options)).map(({ path, fails }) => `${path} ${fails.kind}`);
}

const agent = "${req.user_agent.name}";
const rewrite = { from: "/", to: `https://o.example/${agent}` };

test.each<[type: string, config: object, isChecked?: true]>([
  ["redirect", { to: `https://o.example/${agent}` }],
  ["custom-response", { status_code: 200, body: agent }],
  ["set-vars", { vars: [{ a: agent }] }],
  ["log", { metadata: { a: [agent] } }],
  ["forward-internal", { url: `https://${agent}.internal` }],
  // These may fail for a value, too: no header has it, or no URL.
  ["add-headers", { headers: { a: agent } }, true],
  ["url-rewrite", rewrite, true],
])("%s fails where the service has no value for a text of it", async (type, config, isChecked) => {
  const actions = [{ type, config }];
  const [found] = await failures({ on_http_request: [{ actions }] });
  expect(found?.fails).toMatchObject({
    kind: "reached",
    exchange: { variables: { "req.user_agent.name": null } },
    outcome: { result: "failed" },
  });
  if (isChecked) return;
  // A condition that is true has read it.
  const expressions = ["req.user_agent.name != 'x' && req.method == 'GET'"];
  const [, guarded] = await failures({ on_http_request: [{ expressions, actions }] });
  expect(guarded?.fails.kind).not.toBe("reached");
  const policy = await compilePolicy({ on_http_request: [{ actions }] } as never);
  const verdict = await new Prover(policy).prove({ name: "Never fails", never: "failed" });
  expect(verdict.kind).toBe("refuted");
});

test("a text with the identifier of the endpoint never fails: each endpoint has one", async () => {
  const actions = [{ type: "log", config: { metadata: { a: ["${endpoint.id}"] } } }];
  expect(await kinds({ on_http_request: [{ actions }] })).toEqual([
    "/on_http_request/0/actions/0 never",
  ]);
});

test("an action that only the service can run may fail for its texts", async () => {
  const config = { provider: "google", client_id: "${req.headers['x'][0]}", client_secret: "s" };
  const actions = [{ type: "oauth", config }];
  expect(await kinds({ on_http_request: [{ actions }] })).toEqual([
    "/on_http_request/0/actions/0 unknown",
  ]);
  const expressions = ["'x' in req.headers"];
  expect(await kinds({ on_http_request: [{ expressions, actions }] })).toContain(
    "/on_http_request/0/actions/0 never",
  );
});
