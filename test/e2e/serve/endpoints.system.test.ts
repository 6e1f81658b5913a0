import { describe, expect, test } from "vitest";
import { ask, recordingUpstream } from "../../gateway/world.ts";
import { signedToken, signingKey } from "../../policy-engine/tokens/signed-token.ts";
import { project, run } from "../command.ts";
import { Serving } from "./serving.ts";

const keys = "https://issuer.example/jwks";
const key = signingKey("ES256");

const api = `
on_http_request:
  - expressions: ["req.url.path.startsWith('/bills')"]
    actions:
      - { type: forward-internal, config: { url: "https://billing.internal" } }
  - expressions: ["req.url.path == '/asked'"]
    actions:
      - { type: http-request, config: { url: "https://billing.internal/tier", headers: { x-secret: "\${secrets.get('vault', 'name')}" } } }
      - { type: custom-response, config: { status_code: 200, body: "\${actions.ngrok.http_request.res.body} \${rand.double()}" } }
  - expressions: ["req.url.path == '/token'"]
    actions:
      - type: jwt-validation
        config:
          issuer: { allow_list: [{ value: a }] }
          audience: { allow_list: [{ value: b }] }
          http: { tokens: [{ type: jwt, method: header, name: authorization, prefix: "Bearer " }] }
          jws: { allowed_algorithms: [ES256], keys: { sources: { additional_jkus: [${keys}] } } }
`;

const stream = `
on_http_request:
  - { name: Log, actions: [{ type: log, config: { metadata: { a: b } } }] }
on_event_stream_message:
  - name: Mask
    actions:
      - { type: sse-find-replace, config: { replacements: [{ from: secret, to: "***" }] } }
`;

const files = {
  "stream.yaml": stream,
  "api.yaml": api,
  "keys.json": JSON.stringify({ keys: [key.jwk] }),
  "secrets.yaml": "vault: { name: value }\n",
};
const authorization = `Bearer ${signedToken(key, { iss: "a", aud: "b" })}`;
const given = ["--key-set", `${keys}=keys.json`, "--secrets", "secrets.yaml", "--random", "0.25"];

test("serve has keys, secrets and local servers for internal endpoints", async () => {
  const upstream = await recordingUpstream();
  const billing = await recordingUpstream((request, response) =>
    response.end(`billing ${request.url}`),
  );
  const serving = await Serving.start(
    [
      "api.yaml",
      "--upstream",
      upstream.url,
      "--endpoint",
      `https://billing.internal=${billing.url}`,
      ...given,
    ],
    { cwd: project(files) },
  );
  const bodyOf = async (path: string) => (await ask(serving.url + path)).body.toString();
  expect(await bodyOf("/bills/1")).toBe("billing /bills/1");
  expect(await bodyOf("/asked")).toBe("billing /tier 0.25");
  expect(billing.received[1]?.headers["x-secret"]).toBe("value");
  const status = async (headers: Record<string, string>) =>
    (await ask(`${serving.url}/token`, { headers })).status;
  expect(await status({ authorization })).toBe(200);
  expect(await status({ authorization: authorization.slice(0, -4) })).toBe(401);
  expect(upstream.received.map(({ url }) => url)).toEqual(["/token"]);
});

test("a request for an endpoint without a server is told of in a line", async () => {
  const upstream = await recordingUpstream();
  const serving = await Serving.start(["api.yaml", "--upstream", upstream.url], {
    cwd: project(files),
  });
  expect((await ask(`${serving.url}/bills`)).status).toBe(502);
  expect(await serving.printed("\n")).toContain(
    "No local server stands for the endpoint https://billing.internal:443",
  );
});

test("a stream whose messages rules change has a line when it begins, and one when it has ended", async () => {
  const { url } = await recordingUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end("data: secret\n\n");
  });
  const serving = await Serving.start(["stream.yaml", "--upstream", url], { cwd: project(files) });
  expect((await ask(`${serving.url}/a`)).body.toString()).toBe("data: ***\n\n");
  expect(await serving.printed("ended")).toMatch(
    /^200 {2}GET \/a {3}a stream begins {3}Log: log {3}0 ms\n.*logs.*\n200 {2}GET \/a {3}the stream has ended/,
  );
  expect(await serving.printed("sse-find-replace")).toMatch(
    /the stream has ended {3}Log: log; Mask: sse-find-replace {3}0 ms\n$/,
  );
});

describe("what is written wrong is refused when it starts", () => {
  test.each([
    [
      ["--endpoint", "https://a.internal"],
      '--endpoint: "https://a.internal" is not an endpoint with a server.',
    ],
    [["--endpoint", "https://a.internal=http://192.0.2.1"], "it is not on this machine."],
    [["--endpoint", "a=http://127.0.0.1:1"], '"a" cannot be the URL of an endpoint.'],
    [["--secrets", "none.yaml"], "none.yaml"],
    [["--random", "1"], "It must be a number from 0 to below 1."],
  ])("%j", async (args, sentence) => {
    const { status, err } = await run(
      ["serve", "api.yaml", "--upstream", "http://127.0.0.1:1", "--port", "0", ...args],
      { cwd: project(files) },
    );
    expect([status, err]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

interface Simulated {
  readonly outcome?: Record<string, unknown>;
  readonly possible?: readonly { readonly outcome: Record<string, unknown> }[];
}

describe("simulate has the same", () => {
  const simulated = async (args: readonly string[]) => {
    const { status, out } = await run(["simulate", "api.yaml", "--format", "json", ...args], {
      cwd: project(files),
    });
    const { simulations } = JSON.parse(out) as {
      simulations: readonly Simulated[];
    };
    // Where only the service knows it, the first of the outcomes that are possible.
    const [{ outcome, possible = [] } = {}] = simulations;
    return { status, outcome: outcome ?? possible[0]?.outcome };
  };

  test("tokens are verified with the keys", async () => {
    const request = [
      "--request",
      "https://example.com/token",
      "--header",
      `authorization: ${authorization}`,
    ];
    const right = await simulated([...request, ...given]);
    expect(right.outcome).toMatchObject({ result: "forwarded", notSimulated: [] });
    const none = await simulated(request);
    expect(none.outcome?.["notSimulated"]).toHaveLength(1);
    const wrong = await simulated([
      ...request.slice(0, 3),
      "authorization: Bearer a.b.c",
      ...given,
    ]);
    expect(wrong.outcome).toMatchObject({ result: "answered", response: { status: 401 } });
  });

  test("secrets and random numbers are those that are given; a request is not sent", async () => {
    const stub = 'http-request={"next": true, "results": {"res": {"body": "stub"}}}';
    const { outcome } = await simulated([
      "--request",
      "https://example.com/asked",
      "--stub",
      stub,
      ...given,
    ]);
    expect(outcome).toMatchObject({ response: { body: "stub 0.25" } });
    const unsent = await simulated(["--request", "https://example.com/asked", ...given]);
    expect(unsent.outcome?.["notSimulated"]).toMatchObject([{ type: "http-request" }]);
  });
});
