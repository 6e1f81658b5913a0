import { createClient } from "@traffic-policy/api";
import { createEmulator } from "@traffic-policy/emulator";
import { deny, policy, req, rule } from "@traffic-policy/policy-builder/phases";
import { compilePolicy, simulate } from "@traffic-policy/policy-engine";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";

const web = policy({ protocol: "http" }).onHttpRequest(
  rule("No posts")
    .when(req.method.eq("post"))
    .do(deny({ statusCode: 405 })),
);

// What is wrong with it?
const source = jsonPolicySource("web.json", web.toString());
for (const finding of lintPolicy(source, { dialect: phasesDialect })) {
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
const emulator = await createEmulator({ cloudEndpoints: ["ep_1"] });
const client = createClient({
  baseUrl: emulator.baseUrl,
  apiKey: "any",
  versionHeader: { name: "Ngrok-Version", value: "2" },
});
const target = { kind: "cloud-endpoint", endpoint: "ep_1" } as const;
await client.pushPolicy(target, web);
console.log((await client.comparePolicy(target, web)).state);
await client.close();
await emulator.close();
