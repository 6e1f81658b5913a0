import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PolicyText } from "../../../packages/playground/src/work/messages.ts";
import { ask, at, refusalOf, yaml } from "./ask.ts";

// Policies where they stand: in manifests, in the configuration of an agent, and in a plan of Terraform.

const example = (file: string): string =>
  readFileSync(new URL(`../../../docs/examples/manifests/${file}`, import.meta.url), "utf8");

const exchange = {
  format: "exchange",
  text: "request: { method: POST, url: https://a.example/debug/a }",
} as const;

const endpoints = example("running/endpoints.yaml");

test("a text with several policies lists them, and the first one is meant", async () => {
  expect(await ask("policies", { policy: yaml(endpoints) })).toEqual({
    policies: [
      { name: "CloudEndpoint/shop", protocol: "http" },
      { name: "NgrokTrafficPolicy/wiki" },
    ],
    usual: "CloudEndpoint/shop",
  });
  const answer = await ask("simulate", { policy: yaml(endpoints), exchange });
  expect(answer).toMatchObject({ result: { text: "answered with 404" } });
});

test("the policy that is named is simulated, each part at its place", async () => {
  const policy = { language: "yaml", text: endpoints, holder: "NgrokTrafficPolicy/wiki" } as const;
  const answer = await ask("simulate", { policy, exchange });
  if (answer.kind !== "exchange") throw new Error("It is a recording.");
  expect(answer.result).toMatchObject({ text: "answered with 405" });
  const [expression] = answer.directions.flatMap(({ rules }) => rules)[0]?.expressions ?? [];
  expect(at(endpoints, expression?.place)).toContain("req.method == 'POST'");
});

test("the configuration of an agent has a policy for each endpoint, with its protocol", async () => {
  const text = `version: 3
endpoints:
  - name: web
    url: https://a.example
    traffic_policy: { on_http_request: [{ actions: [{ type: deny }] }] }
  - name: ssh
    url: tcp://a.example:22
    traffic_policy: { on_tcp_connect: [{ actions: [{ type: deny }] }] }
`;
  const { policies } = await ask("policies", { policy: yaml(text) });
  expect(policies).toEqual([
    { name: "web", protocol: "http" },
    { name: "ssh", protocol: "tcp" },
  ]);
  const policy = { language: "yaml", text, holder: "ssh" } as const;
  const answer = await ask("simulate", {
    policy,
    exchange: { format: "exchange", text: "connection: { clientIp: 192.0.2.1 }" },
  });
  expect(answer).toMatchObject({ result: { text: "closed" } });
});

test("a plan of Terraform has texts in YAML, and says which policy it does not tell", async () => {
  const text = example("terraform/plan.json");
  const policy: PolicyText = { language: "json", text };
  expect(await ask("policies", { policy })).toEqual({
    policies: [
      { name: "ngrok_cloud_endpoint.admin", protocol: "http", unread: "known only after apply" },
      { name: "ngrok_cloud_endpoint.site", protocol: "http" },
    ],
    usual: "ngrok_cloud_endpoint.site",
  });
  expect(await ask("simulate", { policy, exchange })).toMatchObject({
    result: { text: "answered with 403" },
  });
  const unread = { ...policy, holder: "ngrok_cloud_endpoint.admin" };
  expect((await refusalOf("simulate", { policy: unread, exchange })).message).toBe(
    "The policy of ngrok_cloud_endpoint.admin is known only after apply.",
  );
});

test("documents that are policies themselves are numbered, and a policy alone is not listed", async () => {
  const two = "on_http_request: []\n---\ninbound: []\n";
  const { policies } = await ask("policies", { policy: yaml(two) });
  expect(policies.map(({ name }) => name)).toEqual(["document 1", "document 2"]);
  expect(await ask("policies", { policy: yaml("inbound: []") })).toEqual({ policies: [] });
  expect(await ask("policies", { policy: yaml("hello") })).toEqual({ policies: [] });
});

test("policies of the same name are told apart by their namespaces", async () => {
  const manifest = (namespace: string, status: number): string => `
apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
metadata: { name: office, namespace: ${namespace} }
spec: { policy: { on_http_request: [{ actions: [{ type: deny, config: { status_code: ${status} } }] }] } }
`;
  const text = [manifest("shop", 401), manifest("wiki", 402)].join("---");
  const policy = { language: "yaml", text, holder: "NgrokTrafficPolicy/wiki/office" } as const;
  expect(await ask("simulate", { policy, exchange })).toMatchObject({
    result: { text: "answered with 402" },
  });
});
