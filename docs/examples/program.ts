import { createClient } from "@traffic-policy/api";
import { createEmulator } from "@traffic-policy/emulator";
import { deny, policy, req, rule } from "@traffic-policy/policy-builder";
import { compilePolicy, simulate } from "@traffic-policy/policy-engine";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";

const web = policy({ protocol: "http" }).inbound(
  rule("No posts")
    .when(req.method.eq("post"))
    .do(deny({ statusCode: 405 })),
);

// What is wrong with it?
for (const finding of lintPolicy(jsonPolicySource("web.json", web.toString()))) {
  console.log(`${finding.rule}: ${finding.message}`);
}

// What does it do to a request?
const compiled = await compilePolicy(web.toDocument(), { protocol: "http" });
const { result, matched } = await simulate(compiled, {
  request: { method: "POST", url: "https://shop.example/orders" },
  response: { status: 201 },
});
console.log(result, matched.length);

// Does the service hold it?
const emulator = await createEmulator();
const client = createClient({ baseUrl: emulator.baseUrl, apiKey: "any" });
const target = { kind: "https-route", edge: "edge_2", route: "route_1" } as const;
await client.pushPolicy(target, web);
console.log((await client.comparePolicy(target, web)).state);
await client.close();
await emulator.close();
