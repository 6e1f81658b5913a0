import { readdirSync, readFileSync } from "node:fs";
import { holderPlaces } from "@traffic-policy/policy-language/internal";
import { toPointer, type JsonObject } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { policyValidator } from "./catalogue/policy-validator.ts";

const { wrongPlaces } = policyValidator("manifests");

const folder = new URL("../../docs/examples/manifests/", import.meta.url);
const examples = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.ya?ml$/.test(file))
  .map((file) => ({ file, documents: documentsIn(readFileSync(new URL(file, folder), "utf8")) }));

function documentsIn(text: string): JsonObject[] {
  return parseAllDocuments(text).map((document) => document.toJS() as JsonObject);
}

test.each(examples)("takes $file, whatever it is", ({ documents }) => {
  expect(documents.length).toBeGreaterThan(0);
  for (const document of documents) expect(wrongPlaces(document)).toEqual([]);
});

const operator = "apiVersion: ngrok.k8s.ngrok.com/v1alpha1";
const agent = "version: 3\nendpoints: [{ name: web, traffic_policy: {} }]";
const oldAgent = "version: '2'\ntunnels: { web: { traffic_policy: {}, policy: {} } }";

/** A document of each form, with an empty policy in each of its places. */
const forms = [
  `${operator}\nkind: NgrokTrafficPolicy\nspec: { policy: {} }`,
  "apiVersion: ngrok.com/v1\nkind: TrafficPolicy\nspec: { policy: {} }",
  `${operator}\nkind: CloudEndpoint\nspec: { trafficPolicy: { policy: {}, inline: {} } }`,
  `${operator}\nkind: AgentEndpoint\nspec: { trafficPolicy: { inline: {} } }`,
  `apiVersion: v1\nkind: List\nitems: [{ ${operator}, kind: AgentEndpoint, spec: { trafficPolicy: { inline: {} } } }]`,
  agent,
  oldAgent,
];

const malformed = { on_http_request: [{ actions: [{ type: "deny", config: { status: 405 } }] }] };
const wrong = "/on_http_request/0/actions/0/config";

test.each(forms)(
  "refuses a malformed policy at its place in %s, as the reader finds it",
  (text) => {
    const [document = {}] = documentsIn(text);
    expect(wrongPlaces(document)).toEqual([]);
    const places = holderPlaces(document).map(({ path }) => path);
    expect(places.length).toBeGreaterThan(0);
    for (const path of places) {
      const [changed = {}] = documentsIn(text);
      const key = path.at(-1) ?? "";
      const around = path.slice(0, -1).reduce((part, one) => part[one] as JsonObject, changed);
      Object.assign(around, { [key]: malformed });
      expect(wrongPlaces(changed)).toEqual([toPointer(path) + wrong]);
      Object.assign(around, { [key]: "on_http_request: []" });
      expect(wrongPlaces(changed)).toEqual([toPointer(path)]);
    }
  },
);

test.each([
  `apiVersion: v1\nkind: ConfigMap\nspec: { policy: 1 }`,
  `apiVersion: example.com/v1\nkind: TrafficPolicy\nspec: { policy: 1 }`,
  `${operator}\nkind: Domain\nspec: { policy: 1 }`,
  "endpoints: [{ traffic_policy: 1 }]",
  "services: { web: {} }",
  "[1, 2]",
  "text",
])("says nothing about %s", (text) => {
  expect(wrongPlaces(documentsIn(text)[0])).toEqual([]);
});

test("an unknown key is refused as one of phases, and directions are read, too", () => {
  const manifest = (policy: object): object => ({
    apiVersion: "ngrok.k8s.ngrok.com/v1alpha1",
    kind: "NgrokTrafficPolicy",
    spec: { policy },
  });
  expect(wrongPlaces(manifest({ on_http_requests: [] }))).toEqual(["/spec/policy"]);
  expect(wrongPlaces(manifest({ inbound: [{ actions: [{ type: "deny" }] }] }))).toEqual([]);
});
