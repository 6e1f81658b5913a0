import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { RequestInput } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import verifyWebhook from "../../../packages/policy-language/src/catalogue/phases/actions/verify-webhook.ts";
import { providers } from "../../../packages/policy-engine/src/webhooks/providers.ts";
import { guard, verdictOf } from "../protected.ts";

// Each provider signs here a second time, as its documentation says it in words.

const now = 1_700_000_000;
const iso = "2023-11-14T22:13:20Z";
const url = "https://example.com/hooks/in?a=b";
const body = '{"id":"é","events":[{"a":1}]}';
const plainSecret = "c2VjcmV0IG9mIHRoZSB0ZXN0";

type Headers = Readonly<Record<string, string>>;
/** The headers of a request with this body, signed at this time with this secret. */
type Sign = (secret: string, text: string, time: string) => Headers;

const hmac = (hash: string, secret: string | Buffer, text: string, encoding: "hex" | "base64") =>
  createHmac(hash, secret).update(text).digest(encoding);

const ofBody =
  (header: string, prefix = "", encoding: "hex" | "base64" = "hex", hash = "sha256"): Sign =>
  (secret, text) => ({ [header]: prefix + hmac(hash, secret, text, encoding) });

/** `t=…,v1=…` of `time.body`, with other names for both. */
const ofTimeDotBody =
  (header: string, signature = "v1", timestamp = "t"): Sign =>
  (secret, text, time) => ({
    [header]: `${timestamp}=${time},${signature}=${hmac("sha256", secret, `${time}.${text}`, "hex")}`,
  });

/** `v0=…` of `v0:time:body`. */
const ofVersion =
  (header: string, timeHeader: string, version = "v0"): Sign =>
  (secret, text, time) => ({
    [timeHeader]: time,
    [header]: `${version}=${hmac("sha256", secret, `${version}:${time}:${text}`, "hex")}`,
  });

const ofSvix =
  (names: string): Sign =>
  (secret, text, time) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const signature = hmac("sha256", key, `msg_1.${time}.${text}`, "base64");
    return {
      [`${names}-Id`]: "msg_1",
      [`${names}-Timestamp`]: time,
      [`${names}-Signature`]: `v1,AAAA v2,BBBB v1,${signature}`,
    };
  };

const meta = ofBody("X-Hub-Signature-256", "sha256=");

interface Signer {
  readonly sign: Sign;
  /** Whether the time is signed, so that it counts. */
  readonly isTimed?: true;
  /** How the time is written; seconds since 1970 when left out. */
  readonly time?: string;
  /** Another body, for a provider that wants one. */
  readonly body?: (secret: string, time: string) => string;
}

const milliseconds = String(now * 1000);

const signers: Readonly<Record<string, Signer>> = {
  aftership: { sign: ofBody("aftership-hmac-sha256", "", "base64") },
  airship: {
    isTimed: true,
    sign: (secret, text, time) => ({
      "X-UA-TIMESTAMP": time,
      "X-UA-SIGNATURE": hmac("sha256", secret, `${time}:${text}`, "hex"),
    }),
  },
  alchemy: { sign: ofBody("X-Alchemy-Signature") },
  autodesk: { sign: ofBody("x-adsk-signature", "sha1hash=", "hex", "sha1") },
  bitbucket: { sign: ofBody("X-Hub-Signature", "sha256=") },
  bolt: { sign: ofBody("X-Bolt-Hmac-Sha256", "", "base64") },
  box: {
    isTimed: true,
    time: iso,
    sign: (secret, text, time) => ({
      "BOX-DELIVERY-TIMESTAMP": time,
      "BOX-SIGNATURE-ALGORITHM": "HmacSHA256",
      "BOX-SIGNATURE-VERSION": "1",
      "BOX-SIGNATURE-PRIMARY": hmac("sha256", "another key", text + time, "base64"),
      "BOX-SIGNATURE-SECONDARY": hmac("sha256", secret, text + time, "base64"),
    }),
  },
  brex: { isTimed: true, sign: ofSvix("Webhook") },
  buildkite: {
    isTimed: true,
    sign: ofTimeDotBody("X-Buildkite-Signature", "signature", "timestamp"),
  },
  calendly: { isTimed: true, sign: ofTimeDotBody("Calendly-Webhook-Signature") },
  castle: { sign: ofBody("X-Castle-Signature", "", "base64") },
  chargify: { sign: ofBody("X-Chargify-Webhook-Signature-Hmac-Sha-256") },
  circleci: { sign: ofBody("circleci-signature", "v1=") },
  clearbit: { sign: ofBody("X-Request-Signature", "sha1=", "hex", "sha1") },
  clerk: { isTimed: true, sign: ofSvix("Svix") },
  coinbase: { sign: ofBody("X-CC-Webhook-Signature") },
  contentful: {
    isTimed: true,
    time: milliseconds,
    sign(secret, text, time) {
      const signed = "x-contentful-signed-headers,x-contentful-timestamp,x-extra";
      const lines = [
        `x-contentful-signed-headers:${signed}`,
        `x-contentful-timestamp:${time}`,
        "x-extra:1",
      ];
      const request = ["POST", "/hooks/in?a=b", lines.join(";"), text].join("\n");
      return {
        "X-Extra": "1",
        "x-contentful-signed-headers": signed,
        "x-contentful-timestamp": time,
        "x-contentful-signature": hmac("sha256", secret, request, "hex"),
      };
    },
  },
  docusign: {
    sign: (secret, text) => ({
      "X-DocuSign-Signature-1": hmac("sha256", "another key", text, "base64"),
      "X-DocuSign-Signature-2": hmac("sha256", secret, text, "base64"),
    }),
  },
  dropbox: { sign: ofBody("X-Dropbox-Signature") },
  facebook_graph_api: { sign: meta },
  facebook_messenger: { sign: meta },
  frameio: {
    isTimed: true,
    sign: ofVersion("X-Frameio-Signature", "X-Frameio-Request-Timestamp"),
  },
  github: { sign: meta },
  gitlab: { sign: (secret) => ({ "X-Gitlab-Token": secret }) },
  go1: { isTimed: true, sign: ofTimeDotBody("Go1-Signature") },
  heroku: { sign: ofBody("Heroku-Webhook-Hmac-SHA256", "", "base64") },
  hubspot: {
    isTimed: true,
    time: milliseconds,
    sign: (secret, text, time) => ({
      "X-HubSpot-Request-Timestamp": time,
      "X-HubSpot-Signature-v3": hmac("sha256", secret, `POST${url}${text}${time}`, "base64"),
      // The version before, which comes with it.
      "X-HubSpot-Signature": createHash("sha256")
        .update(secret + text)
        .digest("hex"),
      "X-HubSpot-Signature-Version": "v1",
    }),
  },
  graphcms: {
    isTimed: true,
    time: milliseconds,
    sign(secret, text, time) {
      const signed = `{"Body":${JSON.stringify(text)},"EnvironmentName":"master","TimeStamp":${time}}`;
      return {
        "gcms-signature": `sign=${hmac("sha256", secret, signed, "base64")}, env=master, t=${time}`,
      };
    },
  },
  instagram: { sign: meta },
  intercom: { sign: ofBody("X-Hub-Signature", "sha1=", "hex", "sha1") },
  jira: { sign: ofBody("X-Hub-Signature", "sha256=") },
  launch_darkly: { sign: ofBody("X-LD-Signature") },
  linear: { sign: ofBody("Linear-Signature") },
  mailgun: {
    isTimed: true,
    sign: () => ({}),
    body: (secret, time) =>
      JSON.stringify({
        signature: {
          timestamp: time,
          token: "abc",
          signature: hmac("sha256", secret, `${time}abc`, "hex"),
        },
      }),
  },
  microsoft_teams: {
    sign: (secret, text) => ({
      Authorization: `HMAC ${hmac("sha256", Buffer.from(secret, "base64"), text, "base64")}`,
    }),
  },
  modern_treasury: { sign: ofBody("X-Signature") },
  mux: { isTimed: true, sign: ofTimeDotBody("Mux-Signature") },
  orb: {
    isTimed: true,
    time: iso.slice(0, -1),
    sign: ofVersion("X-Orb-Signature", "X-Orb-Timestamp", "v1"),
  },
  pagerduty: { sign: ofBody("X-PagerDuty-Signature", `v1=${"0".repeat(64)},v1=`) },
  pinwheel: { isTimed: true, sign: ofVersion("X-Pinwheel-Signature", "X-Timestamp", "v2") },
  pusher: { sign: ofBody("X-Pusher-Signature") },
  sentry: { sign: ofBody("Sentry-Hook-Signature") },
  shopify: { sign: ofBody("X-Shopify-Hmac-Sha256", "", "base64") },
  slack: { isTimed: true, sign: ofVersion("X-Slack-Signature", "X-Slack-Request-Timestamp") },
  sonatype: { sign: ofBody("X-Nexus-Webhook-Signature", "", "hex", "sha1") },
  square: {
    sign: (secret, text) => ({
      "x-square-hmacsha256-signature": hmac("sha256", secret, url + text, "base64"),
    }),
  },
  stripe: { isTimed: true, sign: ofTimeDotBody("Stripe-Signature") },
  svix: { isTimed: true, sign: ofSvix("Svix") },
  terraform: { sign: ofBody("X-TFE-Notification-Signature", "", "hex", "sha512") },
  tiktok: { isTimed: true, sign: ofTimeDotBody("TikTok-Signature", "s") },
  twilio: {
    sign(secret) {
      // Sorted by name; a value that is there twice counts once.
      const signed = `${url}Aa1Aa2Bb`;
      return {
        "content-type": "application/x-www-form-urlencoded; charset=utf-8",
        "X-Twilio-Signature": hmac("sha1", secret, signed, "base64"),
      };
    },
    body: () => "B=b&A=a2&A=a1&A=a2",
  },
  twitter: { sign: ofBody("X-Twitter-Webhooks-Signature", "sha256=", "base64") },
  typeform: { sign: ofBody("Typeform-Signature", "sha256=", "base64") },
  webex: { sign: ofBody("X-Spark-Signature", "", "hex", "sha1") },
  whatsapp: { sign: meta },
  worldline: { sign: ofBody("X-GCS-Signature", "", "base64") },
  xero: { sign: ofBody("x-xero-signature", "", "base64") },
  zendesk: {
    isTimed: true,
    time: iso,
    sign: (secret, text, time) => ({
      "X-Zendesk-Webhook-Signature-Timestamp": time,
      "X-Zendesk-Webhook-Signature": hmac("sha256", secret, time + text, "base64"),
    }),
  },
  zoom: { isTimed: true, sign: ofVersion("x-zm-signature", "x-zm-request-timestamp") },
};

async function verdict(
  provider: string,
  secret: string,
  request: RequestInput,
  seconds = now,
): Promise<string> {
  const exchange = { time: seconds * 1000, request };
  return verdictOf(await guard("verify-webhook", { provider, secret }, exchange));
}

test("the table has the providers that the catalogue names, and knows most of them", () => {
  const names = verifyWebhook.config.properties["provider"]?.examples;
  expect([...providers.keys()].toSorted()).toEqual([...(names ?? [])].toSorted());
  const known = [...providers].filter(([, one]) => "schemes" in one).map(([name]) => name);
  expect(known.toSorted()).toEqual([...Object.keys(signers), "sendgrid"].toSorted());
  expect(known.length).toBeGreaterThanOrEqual(20);
});

describe.each(Object.entries(signers))("%s", (provider, signer) => {
  const { sign: signing, isTimed = false, time = String(now), body: make = () => body } = signer;
  const text = make(plainSecret, time);
  const headers = signing(plainSecret, text, time);
  const request = { method: "POST", url, headers, body: text };

  test("is verified", async () => {
    expect(await verdict(provider, plainSecret, request)).toBe("verified");
  });

  test("is refused with another secret, another body, and unsigned", async () => {
    expect(await verdict(provider, `${plainSecret.slice(0, -4)}AAAA`, request)).toMatch(/^403: /);
    expect(await verdict(provider, plainSecret, { ...request, headers: {}, body: "" })).toMatch(
      /^403: /,
    );
    // GitLab sends its token alone, and Mailgun signs no more than a token of the body.
    if (provider === "gitlab" || provider === "mailgun") return;
    const other = { ...request, body: text.replace("1", "3") };
    expect(await verdict(provider, plainSecret, other)).toBe("403: The signature is wrong.");
  });

  test("counts for a while, if the time is signed", async () => {
    const expected = isTimed ? "403: It was signed 1000 s before the exchange." : "verified";
    expect(await verdict(provider, plainSecret, request, now + 1000)).toBe(expected);
  });
});

describe("sendgrid", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const secret = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const headers = {
    "X-Twilio-Email-Event-Webhook-Timestamp": String(now),
    "X-Twilio-Email-Event-Webhook-Signature": sign(
      "sha256",
      Buffer.from(now + body),
      privateKey,
    ).toString("base64"),
  };
  const request = { method: "POST", url, headers, body };

  test("is verified with the public key, for a while", async () => {
    expect(await verdict("sendgrid", secret, request)).toBe("verified");
    expect(await verdict("sendgrid", secret, { ...request, body: `${body} ` })).toBe(
      "403: The signature is wrong.",
    );
    expect(await verdict("sendgrid", secret, request, now + 1000)).toMatch(/^403: It was signed/);
  });

  test.each(["", "a", "AAAA", secret.slice(4), `${secret.slice(0, -8)}AAAAAAA=`])(
    "a secret that is no key of this kind verifies nothing: %#",
    async (wrong) => {
      expect(await verdict("sendgrid", wrong, request)).toBe(
        "403: The secret is not a public key of P-256 in Base64.",
      );
    },
  );
});

describe("hubspot", () => {
  test("a version that is not known is not taken for another", async () => {
    const headers = {
      "X-HubSpot-Signature": createHash("sha256")
        .update(plainSecret + body)
        .digest("hex"),
      "X-HubSpot-Signature-Version": "v9",
    };
    expect(await verdict("hubspot", plainSecret, { method: "POST", url, headers, body })).toBe(
      "403: The request has no signature of a version that is known.",
    );
  });
});

describe("twilio", () => {
  test.each([
    ["https://example.com/a", "https://example.com:443/a"],
    ["https://example.com:443/a", "https://example.com/a"],
    ["http://example.com/a", "http://example.com:80/a"],
  ])("signs %s as %s, too", async (sent, signed) => {
    const headers = { "X-Twilio-Signature": hmac("sha1", plainSecret, signed, "base64") };
    expect(await verdict("twilio", plainSecret, { url: sent, headers })).toBe("verified");
  });

  test("a port of its own must be signed", async () => {
    const headers = {
      "X-Twilio-Signature": hmac("sha1", plainSecret, "https://example.com/a", "base64"),
    };
    const request = { url: "https://example.com:8443/a", headers };
    expect(await verdict("twilio", plainSecret, request)).toBe("403: The signature is wrong.");
  });
});
