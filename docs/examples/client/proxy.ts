import { createClient, proxyFrom } from "@traffic-policy/api";

const baseUrl = process.env["TRAFFIC_POLICY_BASE_URL"] ?? "https://api.example.com";
const client = createClient({
  baseUrl,
  apiKey: process.env["TRAFFIC_POLICY_API_KEY"] ?? "",
  proxy: proxyFrom(process.env, baseUrl),
});

console.log(client.proxy ?? "no proxy"); // no proxy

await client.close();
