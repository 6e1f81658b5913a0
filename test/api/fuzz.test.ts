import fc from "fast-check";
import { ServiceError, type Client } from "@traffic-policy/api";
import type { PolicyDocument } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { whyNoSentence } from "../damage.ts";
import { outsideTexts } from "../fuzz/outside-texts.ts";
import { seededAsync } from "../seeded.ts";
import { answering, clientOf } from "./local-service.ts";
import { operations } from "./operations.ts";

const policy = '{"inbound":[{"name":"a","expressions":["true"],"actions":[{"type":"deny"}]}]}';
const ref = { id: "x", uri: "https://api.example.com/x" };
const edge = {
  ...ref,
  created_at: "2024-01-01T00:00:00Z",
  description: "a",
  metadata: "b",
  hostports: ["a.example:1"],
  backend: { enabled: true, backend: ref },
  ip_restriction: { enabled: true, ip_policies: [ref] },
  traffic_policy: { enabled: true, value: policy },
};
const endpoint = {
  ...ref,
  created_at: "2024-01-01T00:00:00Z",
  updated_at: "2024-01-01T00:00:00Z",
  public_url: "tcp://a.example:1",
  proto: "tcp",
  hostport: "a.example:1",
  type: "edge",
  edge: ref,
};
const answers = [
  edge,
  endpoint,
  { tcp_edges: [edge], uri: "https://api.example.com/edges/tcp", next_page_uri: null },
  { endpoints: [endpoint], uri: "https://api.example.com/endpoints", next_page_uri: null },
  { enabled: true, value: policy },
  { error_code: "a", status_code: 400, msg: "b", details: { operation_id: "c" } },
].map((answer) => JSON.stringify(answer));

/** What is wrong with how an operation takes an answer, if something is. */
async function faultOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) return String((error as Error).stack);
    // What the service says is told behind a colon, in one line.
    const [, told] = /^[^:]+ \(\d{3}\): (.{1,300})$/su.exec(error.message) ?? [];
    const message = told === undefined ? error.message : "Told.";
    if (told !== undefined && /\p{Cc}/u.test(told)) return `It repeats ${JSON.stringify(told)}`;
    return whyNoSentence(message) ?? whyNoSentence(error.help ?? ".");
  }
}

test("any answer is taken, or refused in a sentence, by each operation", async () => {
  let answer = { status: 200, body: "" };
  const { baseUrl } = await answering((response) => {
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  const client = clientOf(baseUrl);
  // Not 429, after which a client waits.
  const status = fc.constantFrom(200, 200, 200, 201, 204, 400, 404, 500);
  await seededAsync(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      status,
      outsideTexts(answers),
      async ({ run }, ofAnswer, body) => {
        // An answer without content has none.
        answer = { status: ofAnswer, body: ofAnswer === 204 ? "" : body };
        expect(await faultOf(run(client))).toBeUndefined();
      },
    ),
    120,
    10_000,
  );
});

test("any stored value is compared, or refused in a sentence", async () => {
  let value = "";
  const { baseUrl } = await answering((response) => {
    response
      .writeHead(200)
      .end(
        JSON.stringify({ ...edge, enabled: true, value, traffic_policy: { enabled: true, value } }),
      );
  });
  const client = clientOf(baseUrl);
  const reads: readonly ((target: Parameters<Client["readPolicy"]>[0]) => Promise<unknown>)[] = [
    (target) => client.readPolicy(target),
    (target) => client.comparePolicy(target, JSON.parse(policy) as PolicyDocument),
  ];
  const targets = [
    { kind: "tcp-edge", edge: "e" },
    { kind: "https-route", edge: "e", route: "r" },
  ] as const;
  await seededAsync(
    fc.asyncProperty(
      outsideTexts([policy]),
      fc.constantFrom(...reads),
      fc.constantFrom(...targets),
      async (stored, read, target) => {
        value = stored;
        expect(await faultOf(read(target))).toBeUndefined();
      },
    ),
    80,
    10_000,
  );
});
