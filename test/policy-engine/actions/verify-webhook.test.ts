import { createHmac } from "node:crypto";
import type { RequestInput, SimulationOptions } from "@traffic-policy/policy-engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededAsync } from "../../seeded.ts";
import { guard, guarded, verdictOf } from "../protected.ts";

// Source: facts/phases/actions.json and behaviour.json, verify-webhook.

const secret = "a secret";
const now = 1_700_000_000;
const url = "https://example.com/webhook";

const github = (body: string): RequestInput => ({
  method: "POST",
  url,
  headers: {
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  },
  body,
});

const results = [
  "verify_webhook.verified",
  "verify_webhook.error.code",
  "verify_webhook.error.message",
];

async function verdict(
  config: object,
  request: RequestInput,
  options: SimulationOptions = {},
): Promise<string> {
  const exchange = { time: now * 1000, request };
  return verdictOf(await guard("verify-webhook", { secret, ...config }, exchange, options));
}

describe("a webhook", () => {
  test("with the right signature goes on, and leaves behind that it is verified", async () => {
    const config = { provider: "github", secret };
    const exchange = { request: github("{}") };
    const outcome = await guard("verify-webhook", config, exchange, {}, results);
    expect(outcome.result).toBe("forwarded");
    expect(outcome.logs[0]?.metadata).toEqual({
      "verify_webhook.verified": true,
      "verify_webhook.error.code": "",
      "verify_webhook.error.message": "",
    });
  });

  test("with a wrong one is refused with 403 and the code of the service", async () => {
    const config = { provider: "github", secret };
    const exchange = { request: { ...github("{}"), body: "{ }" } };
    const outcome = await guard("verify-webhook", config, exchange);
    expect(outcome.result).toBe("answered");
    expect(outcome.response).toEqual({
      status: 403,
      headers: { "ngrok-error-code": ["ERR_NGROK_3204"], "content-length": ["0"] },
    });
  });

  test("with a wrong one goes on when it is not enforced, and leaves behind why", async () => {
    const config = { provider: "github", secret: "another", enforce: false };
    const exchange = { request: github("{}") };
    const outcome = await guard("verify-webhook", config, exchange, {}, results);
    expect(outcome.result).toBe("forwarded");
    expect(outcome.logs[0]?.metadata).toEqual({
      "verify_webhook.verified": false,
      "verify_webhook.error.code": "ERR_NGROK_3204",
      "verify_webhook.error.message": "The signature is wrong.",
    });
  });

  test("may have bytes that are no text as its body, and none at all", async () => {
    const body = Uint8Array.of(0, 255, 128);
    const digest = (bytes: Uint8Array) => createHmac("sha256", secret).update(bytes).digest("hex");
    const headers = { "x-hub-signature-256": `sha256=${digest(body)}` };
    expect(await verdict({ provider: "github" }, { method: "POST", url, headers, body })).toBe(
      "verified",
    );
    const none = { "x-hub-signature-256": `sha256=${digest(new Uint8Array())}` };
    expect(await verdict({ provider: "github" }, { method: "POST", url, headers: none })).toBe(
      "verified",
    );
  });

  test("can have its secret from an expression", async () => {
    const config = { provider: "github", secret: "a ${'sec' + 'ret'}" };
    expect(await verdict(config, github("{}"))).toBe("verified");
  });
});

describe("the time of a signature", () => {
  const stripe = (time: number | string): RequestInput => {
    const digest = createHmac("sha256", secret).update(`${time}.{}`).digest("hex");
    return {
      method: "POST",
      url,
      headers: { "stripe-signature": `t=${time},v1=${digest}` },
      body: "{}",
    };
  };

  test.each<[number | string, SimulationOptions, string]>([
    [now, {}, "verified"],
    [now - 300, {}, "verified"],
    [now + 300, {}, "verified"],
    [now - 301, {}, "403: It was signed 301 s before the exchange."],
    [now + 301, {}, "403: It was signed 301 s after the exchange."],
    [now - 301, { webhookTolerance: 301 }, "verified"],
    [now - 1, { webhookTolerance: 0 }, "403: It was signed 1 s before the exchange."],
    ["soon", {}, '403: The time of the signature, "soon", is none.'],
    ["-5", {}, '403: The time of the signature, "-5", is none.'],
  ])("%s with %j: %s", async (time, options, expected) => {
    expect(await verdict({ provider: "stripe" }, stripe(time), options)).toBe(expected);
  });

  test("several signatures are tried, for a secret that is just being changed", async () => {
    const { headers, ...rest } = stripe(now);
    const [right = ""] = Object.values(headers as Record<string, string>);
    const wrong = `v1=${"0".repeat(64)}`;
    const several = right.replace(",v1", `,v0=a,${wrong},v1`);
    expect(
      await verdict({ provider: "stripe" }, { ...rest, headers: { "stripe-signature": several } }),
    ).toBe("verified");
  });
});

describe("challenges", () => {
  test("of Zoom are answered, when they are signed", async () => {
    const body = JSON.stringify({
      event: "endpoint.url_validation",
      payload: { plainToken: "qgg8vlvZRS6UYooatFL8Aw" },
    });
    const hex = (text: string) => createHmac("sha256", secret).update(text).digest("hex");
    const headers = {
      "x-zm-request-timestamp": String(now),
      "x-zm-signature": `v0=${hex(`v0:${now}:${body}`)}`,
    };
    const request = { method: "POST", url, headers, body };
    const exchange = { time: now * 1000, request };
    const { response } = await guard("verify-webhook", { provider: "zoom", secret }, exchange);
    expect(response?.status).toBe(200);
    expect(response?.headers["content-type"]).toEqual(["application/json"]);
    expect(JSON.parse(String(response?.body))).toEqual({
      plainToken: "qgg8vlvZRS6UYooatFL8Aw",
      encryptedToken: hex("qgg8vlvZRS6UYooatFL8Aw"),
    });
    const unsigned = { ...request, headers: {} };
    expect(await verdict({ provider: "zoom" }, unsigned)).toBe(
      'not simulated: Webhooks of "zoom" are not verified: whether a challenge with a wrong signature is answered is not documented.',
    );
  });

  test("of Twitter are answered", async () => {
    const request = { url: `${url}?crc_token=challenge&nonce=1` };
    const { response } = await guard(
      "verify-webhook",
      { provider: "twitter", secret },
      { request },
    );
    const digest = createHmac("sha256", secret).update("challenge").digest("base64");
    expect(JSON.parse(String(response?.body))).toEqual({ response_token: `sha256=${digest}` });
    expect(await verdict({ provider: "twitter" }, { url })).toMatch(/^403: /);
  });

  test.each<[string, RequestInput]>([
    ["worldline", { url, headers: { "x-gcs-webhooks-endpoint-verification": "a" } }],
    [
      "xero",
      {
        method: "POST",
        url,
        headers: { "x-xero-signature": "a" },
        body: '{"events": [], "entropy": "A"}',
      },
    ],
  ])("of %s are not simulated", async (provider, request) => {
    expect(await verdict({ provider }, request)).toBe(
      `not simulated: Webhooks of "${provider}" are not verified: how the service answers its challenges is not documented.`,
    );
  });
});

describe("what is not known is not simulated", () => {
  test.each<[object, RequestInput, string]>([
    [
      { provider: "sns" },
      github("{}"),
      'Webhooks of "sns" are not verified: a certificate of the provider signs it, which would have to be fetched.',
    ],
    [
      { provider: "newcomer" },
      github("{}"),
      '"newcomer" is no provider that is known; give a stub of this type as an option.',
    ],
    [
      { provider: "github" },
      { method: "POST", url, bodySize: 20 },
      "The body of the request is signed, and is not given.",
    ],
  ])("%j", async (config, request, message) => {
    expect(await verdict(config, request)).toBe(`not simulated: ${message}`);
  });

  test("a config of other types, or with too little, is a problem", async () => {
    const messages = async (config: object) =>
      (await guarded("verify-webhook", config)).problems.map(({ message }) => message);
    expect(await messages({})).toEqual(['"provider" is missing.', '"secret" is missing.']);
    expect(await messages({ provider: "github", secret: 5 })).toEqual([
      '"secret" must be text.',
      '"secret" is missing.',
    ]);
  });
});

test("no random request of any provider is verified, or fails", async () => {
  const names = [
    "stripe",
    "twilio",
    "mailgun",
    "contentful",
    "graphcms",
    "sendgrid",
    "hubspot",
    "box",
    "gitlab",
    "microsoft_teams",
    "svix",
    "zoom",
  ];
  const headers = fc.dictionary(
    fc.constantFrom(
      "stripe-signature",
      "x-twilio-signature",
      "x-contentful-signature",
      "x-contentful-signed-headers",
      "x-contentful-timestamp",
      "gcms-signature",
      "x-twilio-email-event-webhook-signature",
      "x-twilio-email-event-webhook-timestamp",
      "x-hubspot-signature",
      "x-hubspot-signature-version",
      "box-signature-primary",
      "x-gitlab-token",
      "authorization",
      "svix-signature",
      "content-type",
    ),
    fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.constantFrom(
        "v1",
        "application/x-www-form-urlencoded",
        `t=${now},v1=`,
        "v1,",
        "HMAC ",
        "sign=a, env=b, t=1",
      ),
    ),
  );
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constant('{"signature":{"timestamp":"1","token":"2","signature":"3"}}'),
  );
  await seededAsync(
    fc.asyncProperty(fc.constantFrom(...names), headers, body, async (provider, own, text) => {
      const found = await verdict({ provider }, { method: "POST", url, headers: own, body: text });
      expect(found).toMatch(/^(?:403|not simulated): /);
    }),
    200,
    5000,
  );
});
