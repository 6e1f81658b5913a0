import { expect, test } from "vitest";
import { projectOf } from "../project.ts";

interface Given {
  readonly exchange: object;
  readonly outcome?: { readonly result: string; readonly [key: string]: unknown };
}

const policies = {
  "secret, random number and time": `on_http_request:
  - name: Known
    expressions: ["getReqHeader('x-key') == [secrets.get('edge', 'key')]"]
    actions: [{ type: custom-response, config: { status_code: 200, body: in } }]
  - name: Some
    expressions: [rand.double() < 0.1]
    actions: [{ type: deny, config: { status_code: 429 } }]
  - name: Later
    expressions: ["timestamp(time.now) > timestamp('2031-01-01T00:00:00Z')"]
    actions: [{ type: deny, config: { status_code: 410 } }]
`,
  "what only the service knows": `on_http_request:
  - name: Abroad
    expressions: ["conn.client_ip.geo.location.country_code in ['KP', 'CU']"]
    actions: [{ type: deny, config: { status_code: 451 } }]
  - name: Tor
    expressions: ["'proxy.anonymous.tor' in conn.client_ip.categories", "!req.user_agent.is_bot"]
    actions: [{ type: deny }]
  - name: Log in
    expressions: ["req.url.path.startsWith('/admin')"]
    actions: [{ type: oauth, config: { provider: google } }]
  - name: Ours
    expressions:
      - req.url.path.startsWith('/admin')
      - "!actions.ngrok.oauth.identity.email.endsWith('@example.com')"
    actions: [{ type: deny }]
`,
  "a response, a cookie and a query": `inbound:
  - name: Old
    expressions: ["'v' in req.url.query_params && int(req.url.query_params['v'][0]) < 2"]
    actions: [{ type: deny, config: { status_code: 410 } }]
  - name: Session
    expressions: ["hasReqCookie('session')", "conn.client_ip.startsWith('10.')"]
    actions: [{ type: log, config: { metadata: { a: b } } }]
outbound:
  - name: Broken
    expressions: [res.status_code >= 500]
    actions: [{ type: deny, config: { status_code: 503 } }]
`,
};

test.each(Object.entries(policies))(
  "each example of prove is repeated from its JSON: %s",
  async (__, policy) => {
    const statuses = [200, 403, 410, 429, 451, 503];
    const assertions = statuses.map((status) => ({ name: String(status), never: { status } }));
    const proved = projectOf({
      "web.policy.yaml": policy,
      "web.assertions.json": { assertions },
    });
    const { out, err } = await proved.run("prove", "--format", "json");
    const examples = examplesIn(JSON.parse(out));
    expect(examples.length, err + out).toBeGreaterThan(2);
    expect(examples.some(({ outcome }) => outcome !== undefined)).toBe(true);
    const project = projectOf({
      "web.yaml": policy,
      ...Object.fromEntries(
        examples.map(({ exchange }, index) => [`${index}.json`, JSON.stringify(exchange)]),
      ),
    });
    for (const [index, { exchange, outcome }] of examples.entries()) {
      const simulated = await project.run(
        "simulate",
        "web.yaml",
        "--exchange",
        `${index}.json`,
        "--format",
        "json",
      );
      const about = JSON.stringify(exchange) + simulated.err;
      const [{ possible, ...known }] = JSON.parse(simulated.out).simulations;
      expect(possible, about).toBeUndefined();
      if (outcome === undefined) continue;
      const { trace: _, ...withoutTrace } = outcome;
      expect(known.outcome, about).toEqual(withoutTrace);
    }
  },
);

/** All that stand in what `prove` prints, with their outcome where it is told. */
function examplesIn(value: unknown): Given[] {
  if (typeof value !== "object" || value === null) return [];
  if ("exchange" in value) return [value as Given];
  return Object.values(value).flatMap(examplesIn);
}
