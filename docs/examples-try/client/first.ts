import { createClient } from "@traffic-policy/api";

const client = createClient({
  baseUrl: process.env["TRAFFIC_POLICY_BASE_URL"] ?? "https://api.example.com",
  apiKey: process.env["TRAFFIC_POLICY_API_KEY"] ?? "",
});

const edge = await client.tcpEdges.create({ description: "ssh", hostports: ["a.example:22"] });
console.log(edge.id, edge.backend); // edge_1 null

await client.tcpEdges.update(edge.id, { description: "ssh, office only" });

for await (const { id, description } of client.tcpEdges.list()) {
  console.log(id, description); // edge_1 ssh, office only
}

await client.tcpEdges.delete(edge.id);
await client.close();
