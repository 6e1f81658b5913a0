import { createClient, deployPlan, exceededLimits, makePlan } from "@traffic-policy/api";
import { deny, policy, req, rule } from "@traffic-policy/policy-builder";

const client = createClient({
  baseUrl: process.env["TRAFFIC_POLICY_BASE_URL"] ?? "https://api.example.com",
  apiKey: process.env["TRAFFIC_POLICY_API_KEY"] ?? "",
});

const noPosts = rule("No posts").when(req.method.eq("POST"));
const local = policy().inbound(noPosts.do(deny({ statusCode: 403 })));

const { targets, unread } = await makePlan(client, [
  {
    name: "web",
    target: { kind: "https-route", edge: "edge_2", route: "route_1" },
    local: { enabled: true, value: local.toString() },
  },
]);
for (const { name, action, changes } of targets) {
  console.log(name, action, changes.length); // web create 1
}

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

if (unread.length === 0 && exceededLimits({ targets, unread }).length === 0) {
  const deployments = await deployPlan(client, targets, {
    onFailure: "rollback",
    stop: stop.signal,
    keep: async ({ name }, stored) => {
      console.log(name, stored?.value); // web undefined
    },
  });
  for (const { name, outcome, verified } of deployments) {
    console.log(name, outcome, verified); // web applied true
  }
}

await client.close();
