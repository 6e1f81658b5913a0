import { compilePolicy } from "@traffic-policy/policy-engine";
import { comparePolicies, Prover } from "@traffic-policy/policy-proof";

const admins = {
  name: "Admins",
  expressions: ["req.url.path.startsWith('/admin')", "!inCidrRange(conn.client_ip, '10.0.0.0/8')"],
  actions: [{ type: "deny", config: { status_code: 403 } }],
};
const health = {
  name: "Health",
  expressions: ["req.url.path == '/admin/health'"],
  actions: [{ type: "custom-response", config: { status_code: 200, body: "ok" } }],
};
const before = await compilePolicy({ on_http_request: [admins, health] });
const after = await compilePolicy({ on_http_request: [health, admins] });

const assertion = {
  name: "Nobody outside gets to /admin",
  when: ["req.url.path.startsWith('/admin/')", "!inCidrRange(conn.client_ip, '10.0.0.0/8')"],
  always: "denied",
} as const;
for (const policy of [before, after]) {
  const verdict = await new Prover(policy).prove(assertion);
  console.log(verdict.kind);
  if (verdict.kind === "refuted") console.log(verdict.exchange.request?.url);
}

for (const group of comparePolicies(before, after).groups) {
  console.log(group.condition);
  console.log(group.before.response?.status, group.after.response?.status);
}
