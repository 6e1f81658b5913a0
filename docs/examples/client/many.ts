import { createClient, identifiersOf, type Target } from "@traffic-policy/api";

const client = createClient({
  baseUrl: process.env["TRAFFIC_POLICY_BASE_URL"] ?? "https://api.example.com",
  apiKey: process.env["TRAFFIC_POLICY_API_KEY"] ?? "",
});

const targets: Target[] = [
  { kind: "tcp-edge", edge: "edge_1" },
  { kind: "tcp-edge", edge: "edge_9" },
];

for (const { target, stored, error } of await client.readPolicies(targets)) {
  const found = stored?.document ?? error?.name ?? "no policy";
  console.log(...identifiersOf(target), found); // edge_1 no policy | edge_9 NotFound
}

await client.close();
