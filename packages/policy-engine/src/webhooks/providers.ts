import type { HmacScheme, WebhookProvider } from "./scheme.ts";

const hmac = (
  scheme: Omit<HmacScheme, "kind">,
  ...others: readonly Omit<HmacScheme, "kind">[]
) => ({
  schemes: [scheme, ...others].map((one) => ({ kind: "hmac", ...one }) as const),
});
const base64 = { encoding: "base64" } as const;
const milliseconds = { unit: "milliseconds" } as const;

// Meta signs for all of its products in this way; the header with SHA-1 is left to old apps.
const meta = hmac({ header: "x-hub-signature-256", prefix: "sha256=" });

/** The scheme of Svix and of its successor Standard Webhooks, which uses other header names. */
const svixScheme = (names: "svix" | "webhook") =>
  ({
    header: `${names}-signature`,
    separator: " ",
    prefix: "v1,",
    ...base64,
    signed: `{${names}-id}.{timestamp}.{body}`,
    timestamp: { header: `${names}-timestamp` },
    key: "whsec",
  }) as const;
const svix = hmac(svixScheme("svix"), svixScheme("webhook"));

const undocumented = "how it signs is not documented well enough to be sure";

/**
 * The signature scheme of each provider of `verify-webhook`, from the provider's own documentation. The service does
 * not document details beyond that, such as which version of a scheme it expects.
 *
 * Source of the names: facts/phases/actions.json, verify-webhook.
 */
export const providers: ReadonlyMap<string, WebhookProvider> = new Map(
  Object.entries<WebhookProvider>({
    aftership: hmac({ header: "aftership-hmac-sha256", ...base64 }),
    airship: hmac({
      header: "x-ua-signature",
      signed: "{timestamp}:{body}",
      timestamp: { header: "x-ua-timestamp" },
    }),
    alchemy: hmac({ header: "x-alchemy-signature" }),
    sns: { unknown: "a certificate of the provider signs it, which would have to be fetched" },
    autodesk: hmac({ header: "x-adsk-signature", prefix: "sha1hash=", hash: "sha1" }),
    bitbucket: hmac({ header: "x-hub-signature", prefix: "sha256=" }),
    bolt: hmac({ header: "x-bolt-hmac-sha256", ...base64 }),
    // The secret may be the primary key or the secondary one.
    box: hmac({
      header: "box-signature-*",
      when: { "box-signature-version": "1", "box-signature-algorithm": "HmacSHA256" },
      ...base64,
      signed: "{body}{timestamp}",
      timestamp: { header: "box-delivery-timestamp", unit: "rfc3339" },
    }),
    brex: hmac(svixScheme("webhook")),
    buildkite: hmac({
      header: "x-buildkite-signature",
      separator: ",",
      prefix: "signature=",
      signed: "{timestamp}.{body}",
      timestamp: { prefix: "timestamp=" },
    }),
    calendly: hmac({
      header: "calendly-webhook-signature",
      separator: ",",
      prefix: "v1=",
      signed: "{timestamp}.{body}",
      timestamp: { prefix: "t=" },
    }),
    castle: hmac({ header: "x-castle-signature", ...base64 }),
    chargify: hmac({ header: "x-chargify-webhook-signature-hmac-sha-256" }),
    circleci: hmac({ header: "circleci-signature", separator: ",", prefix: "v1=" }),
    clearbit: hmac({ header: "x-request-signature", prefix: "sha1=", hash: "sha1" }),
    clerk: svix,
    // Coinbase Commerce.
    coinbase: hmac({ header: "x-cc-webhook-signature" }),
    contentful: { schemes: [{ kind: "contentful" }] },
    // One header for each of its keys.
    docusign: hmac({ header: "x-docusign-signature-*", ...base64 }),
    dropbox: hmac({ header: "x-dropbox-signature" }),
    facebook_graph_api: meta,
    facebook_messenger: meta,
    frameio: hmac({
      header: "x-frameio-signature",
      prefix: "v0=",
      signed: "v0:{timestamp}:{body}",
      timestamp: { header: "x-frameio-request-timestamp" },
    }),
    github: hmac({ header: "x-hub-signature-256", prefix: "sha256=" }),
    gitlab: { schemes: [{ kind: "token", header: "x-gitlab-token" }] },
    go1: hmac({
      header: "go1-signature",
      separator: ",",
      prefix: "v1=",
      signed: "{timestamp}.{body}",
      timestamp: { prefix: "t=" },
    }),
    heroku: hmac({ header: "heroku-webhook-hmac-sha256", ...base64 }),
    hostedhooks: { unknown: undocumented },
    hubspot: {
      schemes: [
        {
          kind: "hmac",
          header: "x-hubspot-signature-v3",
          ...base64,
          signed: "{method}{uri}{body}{timestamp}",
          timestamp: { header: "x-hubspot-request-timestamp", ...milliseconds },
        },
        {
          kind: "digest",
          header: "x-hubspot-signature",
          when: { "x-hubspot-signature-version": "v2" },
          signed: "{method}{url}{body}",
        },
        {
          kind: "digest",
          header: "x-hubspot-signature",
          when: { "x-hubspot-signature-version": "v1" },
          signed: "{body}",
        },
      ],
    },
    // Hygraph was GraphCMS.
    graphcms: { schemes: [{ kind: "hygraph" }] },
    instagram: meta,
    intercom: hmac({ header: "x-hub-signature", prefix: "sha1=", hash: "sha1" }),
    jira: hmac({ header: "x-hub-signature", prefix: "sha256=" }),
    launch_darkly: hmac({ header: "x-ld-signature" }),
    linear: hmac({ header: "linear-signature" }),
    mailchimp: { unknown: undocumented },
    mailgun: { schemes: [{ kind: "mailgun" }] },
    microsoft_teams: hmac({ header: "authorization", prefix: "HMAC ", ...base64, key: "base64" }),
    modern_treasury: hmac({ header: "x-signature" }),
    mongodb: { unknown: "several of its products sign in different ways" },
    mux: hmac({
      header: "mux-signature",
      separator: ",",
      prefix: "v1=",
      signed: "{timestamp}.{body}",
      timestamp: { prefix: "t=" },
    }),
    orb: hmac({
      header: "x-orb-signature",
      separator: ",",
      prefix: "v1=",
      signed: "v1:{timestamp}:{body}",
      timestamp: { header: "x-orb-timestamp", unit: "rfc3339" },
    }),
    orbit: { unknown: undocumented },
    pagerduty: hmac({ header: "x-pagerduty-signature", separator: ",", prefix: "v1=" }),
    pinwheel: hmac({
      header: "x-pinwheel-signature",
      prefix: "v2=",
      signed: "v2:{timestamp}:{body}",
      timestamp: { header: "x-timestamp" },
    }),
    plivo: { unknown: "it signs calls and messages in different ways, in three versions" },
    pusher: hmac({ header: "x-pusher-signature" }),
    sendgrid: {
      schemes: [
        {
          kind: "ecdsa",
          header: "x-twilio-email-event-webhook-signature",
          ...base64,
          signed: "{timestamp}{body}",
          timestamp: { header: "x-twilio-email-event-webhook-timestamp" },
        },
      ],
    },
    sentry: hmac({ header: "sentry-hook-signature" }),
    shopify: hmac({ header: "x-shopify-hmac-sha256", ...base64 }),
    signal_sciences: { unknown: undocumented },
    slack: hmac({
      header: "x-slack-signature",
      prefix: "v0=",
      signed: "v0:{timestamp}:{body}",
      timestamp: { header: "x-slack-request-timestamp" },
    }),
    sonatype: hmac({ header: "x-nexus-webhook-signature", hash: "sha1" }),
    square: hmac({ header: "x-square-hmacsha256-signature", ...base64, signed: "{url}{body}" }),
    stripe: hmac({
      header: "stripe-signature",
      separator: ",",
      prefix: "v1=",
      signed: "{timestamp}.{body}",
      timestamp: { prefix: "t=" },
    }),
    svix,
    terraform: hmac({ header: "x-tfe-notification-signature", hash: "sha512" }),
    tiktok: hmac({
      header: "tiktok-signature",
      separator: ",",
      prefix: "s=",
      signed: "{timestamp}.{body}",
      timestamp: { prefix: "t=" },
    }),
    trendmicro_conformity: { unknown: undocumented },
    twilio: { schemes: [{ kind: "twilio" }] },
    twitter: {
      ...hmac({ header: "x-twitter-webhooks-signature", prefix: "sha256=", ...base64 }),
      challenge: "crc",
    },
    typeform: hmac({ header: "typeform-signature", prefix: "sha256=", ...base64 }),
    vmware: { unknown: undocumented },
    webex: hmac({ header: "x-spark-signature", hash: "sha1" }),
    whatsapp: meta,
    worldline: { ...hmac({ header: "x-gcs-signature", ...base64 }), challenge: "unknown" },
    xero: { ...hmac({ header: "x-xero-signature", ...base64 }), challenge: "unknown" },
    zendesk: hmac({
      header: "x-zendesk-webhook-signature",
      ...base64,
      signed: "{timestamp}{body}",
      timestamp: { header: "x-zendesk-webhook-signature-timestamp", unit: "rfc3339" },
    }),
    zoom: {
      ...hmac({
        header: "x-zm-signature",
        prefix: "v0=",
        signed: "v0:{timestamp}:{body}",
        timestamp: { header: "x-zm-request-timestamp" },
      }),
      challenge: "url-validation",
    },
  }),
);
