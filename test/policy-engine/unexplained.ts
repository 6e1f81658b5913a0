import type { JsonValue, Protocol } from "@traffic-policy/policy-language";
import {
  compilePolicy,
  simulate,
  type Exchange,
  type Outcome,
} from "@traffic-policy/policy-engine";
import { expect } from "vitest";

const bare: Exchange = { request: { url: "https://example.com/" }, response: {} };

const rich: Exchange = {
  time: "2024-05-01T10:00:00Z",
  connection: {
    clientIp: "192.0.2.7",
    geo: {
      countryCode: "NO",
      country: "Norway",
      city: "Oslo",
      latitude: "59.9",
      longitude: "10.7",
    },
    tls: { client: { subject: { commonName: "client" } } },
  },
  request: {
    method: "POST",
    url: "https://api.example.com:8443/v1/users/12?q=1&page=2",
    headers: {
      authorization: "Bearer abc",
      "user-agent": "Mozilla/5.0 GPTBot/1.0",
      "accept-encoding": "gzip, br",
      "content-type": "application/json; charset=utf-8",
      "x-team": "a",
    },
    cookies: { session: "abc" },
    body: "{}",
  },
  response: {
    status: 404,
    headers: { "content-type": "text/html", server: "nginx", location: "/a" },
    cookies: { id: "1" },
    body: "<html>",
  },
};

/** What may go wrong at run time in a policy that is right: something is not there. */
const explained =
  /^(There is no (key|item) |\S+ has no value in this exchange\.|The (request|response) has no (header|cookie) |The query string has no )|^\$\{.*\} fails: |^The result is not a URL: |^The bucket key .* fails: |^'.*' is not an? /s;

/** What goes wrong otherwise, with a bare exchange and with one that has a bit of everything. */
export async function unexplained(document: unknown, protocol: Protocol): Promise<string[]> {
  const policy = await compilePolicy(document as JsonValue, { protocol });
  const outcomes: Outcome[] = [];
  for (const [exchange, onExpressionError] of [
    [bare, "fail-request"],
    [rich, "no-match"],
  ] as const) {
    const given = protocol === "http" ? exchange : { connection: exchange.connection ?? {} };
    outcomes.push(await simulate(policy, given, { onExpressionError, trace: true }));
  }
  // It is plain data, all of it.
  for (const outcome of outcomes) expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  const errors = outcomes.flatMap((outcome) => outcome.errors.map(({ message }) => message));
  return errors.filter((message) => !explained.test(message));
}
