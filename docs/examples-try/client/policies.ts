import { createClient, type Target } from "@traffic-policy/api";
import { deny, policy, req, rule } from "@traffic-policy/policy-builder";

const client = createClient({
  baseUrl: process.env["TRAFFIC_POLICY_BASE_URL"] ?? "https://api.example.com",
  apiKey: process.env["TRAFFIC_POLICY_API_KEY"] ?? "",
});

const web: Target = { kind: "https-route", edge: "edge_2", route: "route_1" };
const noPosts = rule("No posts").when(req.method.eq("POST"));

console.log(await client.readPolicy(web)); // undefined

await client.pushPolicy(web, policy().inbound(noPosts.do(deny({ statusCode: 403 }))));

const stricter = policy().inbound(noPosts.do(deny({ statusCode: 405 })));
const { state, changes } = await client.comparePolicy(web, stricter);
console.log(state); // different
for (const { path, before, after } of changes) {
  console.log(path, before, after); // /inbound/0/actions/0/config/status_code 403 405
}

await client.close();
