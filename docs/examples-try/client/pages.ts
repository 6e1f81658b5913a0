import { createClient } from "@traffic-policy/api";

const client = createClient({
  baseUrl: process.env["TRAFFIC_POLICY_BASE_URL"] ?? "https://api.example.com",
  apiKey: process.env["TRAFFIC_POLICY_API_KEY"] ?? "",
});

for await (const page of client.endpoints.list().pages()) {
  console.log(page.endpoints.length, "endpoints"); // 2 endpoints | 1 endpoints
}

// Or one page at a time, when there is time between them: keep next_page_uri.
const first = await client.endpoints.listPage();
if (first.next_page_uri !== null) {
  const second = await client.endpoints.listPage(first.next_page_uri);
  console.log(second.endpoints[0]?.public_url); // tcp://a.example:1
}

await client.close();
