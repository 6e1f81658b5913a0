import type { RequestInput } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { guard, verdictOf } from "../protected.ts";

/** A signed request that a provider publishes, so that others can try what they wrote. */
interface Vector {
  readonly provider: string;
  /** Where it is published. */
  readonly source: string;
  readonly secret: string;
  readonly time: number;
  readonly request: Omit<RequestInput, "body" | "headers"> & {
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  /** The header with the signature. */
  readonly signature: string;
}

const url = "https://example.com/webhook";
const form = { "content-type": "application/x-www-form-urlencoded" };
const twilioUrl = "https://mycompany.com/myapp.php?foo=1&bar=2";
const now = 1_700_000_000;

const worldlineBody = JSON.stringify(
  {
    apiVersion: "v1",
    id: "8ee793f6-4553-4749-85dc-f2ef095c5ab0",
    created: "2017-02-02T11:24:14.040+0100",
    merchantId: "20000",
    type: "payment.paid",
    payment: {
      id: "00000200000143570012",
      paymentOutput: {
        amountOfMoney: { amount: 1000, currencyCode: "EUR" },
        references: { paymentReference: "200001681810" },
        paymentMethod: "bankTransfer",
        bankTransferPaymentMethodSpecificOutput: { paymentProductId: 11 },
      },
      status: "PAID",
      statusOutput: {
        isCancellable: false,
        statusCategory: "COMPLETED",
        statusCode: 1000,
        statusCodeChangeDateTime: "20170202112414",
        isAuthorized: true,
      },
    },
  },
  undefined,
  2,
);

function vector(
  provider: string,
  source: string,
  secret: string,
  [signature, value]: readonly [string, string],
  body: string,
  rest: {
    readonly time?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly url?: string;
    readonly method?: string;
  } = {},
): Vector {
  const { time = now, headers = {}, url: own = url, method = "POST" } = rest;
  const all = { ...headers, [signature]: value };
  return {
    provider,
    source,
    secret,
    time,
    request: { method, url: own, headers: all, body },
    signature,
  };
}

const circleCi = "circleci.com/docs/guides/integration/outbound-webhooks, validate webhooks";
const hubSpot = "developers.hubspot.com, validating requests";
const hubSpotSecret = "yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy";
const twilio = "twilio.com/docs/usage/security, and the tests of its SDKs";

const vectors: readonly Vector[] = [
  vector(
    "github",
    "docs.github.com, validating webhook deliveries",
    "It's a Secret to Everybody",
    [
      "x-hub-signature-256",
      "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    ],
    "Hello, World!",
  ),
  ...["bitbucket", "jira"].map((provider) =>
    vector(
      provider,
      "support.atlassian.com and developer.atlassian.com, manage webhooks",
      "It's a Secret to Everybody",
      [
        "x-hub-signature",
        "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9",
      ],
      "Hello World!",
    ),
  ),
  vector(
    "slack",
    "docs.slack.dev, verifying requests from Slack",
    "8f742231b10e8888abcd99yyyzzz85a5",
    ["x-slack-signature", "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"],
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
    { time: 1_531_420_618, headers: { ...form, "x-slack-request-timestamp": "1531420618" } },
  ),
  ...(
    [
      ["foo", "secret", "773ba44693c7553d6ee20f61ea5d2757a9a4f4a44d2841ae4e95b52e4cd62db4"],
      ["hello world", "secret", "734cc62f32841568f45715aeb9f4d7891324e6d948e4c6c60c0621cdac48623a"],
      [
        "lalala",
        "another-secret",
        "daa220016c8f29a8b214fbfc3671aeec2145cfb1e6790184ffb38b6d0425fa00",
      ],
      [
        "an-important-request-payload",
        "hunter123",
        "9be2242094a9a8c00c64306f382a7f9d691de910b4a266f67bd314ef18ac49fa",
      ],
    ] as const
  ).map(([body, secret, digest]) =>
    vector("circleci", circleCi, secret, ["circleci-signature", `v1=${digest}`], body),
  ),
  vector(
    "svix",
    "docs.svix.com, verifying webhooks manually",
    "whsec_plJ3nmyCDGBKInavdOK15jsl",
    ["svix-signature", "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="],
    '{"event_type":"ping","data":{"success":true}}',
    {
      time: 1_731_705_121,
      headers: { "svix-id": "msg_loFOjxBNrRLzqYUf", "svix-timestamp": "1731705121" },
    },
  ),
  vector(
    "svix",
    "the tests of the libraries of standard-webhooks",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ["webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="],
    '{"test": 2432232314}',
    {
      time: 1_614_265_330,
      headers: { "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330" },
    },
  ),
  vector(
    "twilio",
    twilio,
    "12345",
    ["x-twilio-signature", "RSOYDt4T1cUTdK1PDd93/VVr8B8="],
    "Digits=1234&To=%2B18005551212&From=%2B14158675309&Caller=%2B14158675309&CallSid=CA1234567890ABCDE",
    { headers: form, url: twilioUrl },
  ),
  vector(
    "twilio",
    twilio,
    "12345",
    ["x-twilio-signature", "0/KCTR6DLpKmkAf8muzZqo1nDgQ="],
    "CallSid=CA1234567890ABCDE&Caller=%2B12349013030&Digits=1234&From=%2B12349013030&To=%2B18005551212",
    { headers: form, url: twilioUrl },
  ),
  vector(
    "twilio",
    twilio,
    "12345",
    ["x-twilio-signature", "a9nBmqA0ju/hNViExpshrM61xv4="],
    '{"property": "value", "boolean": true}',
    {
      headers: { "content-type": "application/json" },
      url: `${twilioUrl}&bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620`,
    },
  ),
  vector(
    "hubspot",
    hubSpot,
    hubSpotSecret,
    ["x-hubspot-signature", "232db2615f3d666fe21a8ec971ac7b5402d33b9a925784df3ca654d05f4817de"],
    '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW","appId":54321}]',
    { headers: { "x-hubspot-signature-version": "v1" } },
  ),
  vector(
    "hubspot",
    hubSpot,
    hubSpotSecret,
    ["x-hubspot-signature", "eee2dddcc73c94d699f5e395f4b9d454a069a6855fbfa152e91e88823087200e"],
    "",
    {
      headers: { "x-hubspot-signature-version": "v2" },
      method: "GET",
      url: "https://www.example.com/webhook_uri",
    },
  ),
  vector(
    "hubspot",
    hubSpot,
    hubSpotSecret,
    ["x-hubspot-signature", "9569219f8ba981ffa6f6f16aa0f48637d35d728c7e4d93d0d52efaa512af7900"],
    '{"example_field":"example_value"}',
    {
      headers: { "x-hubspot-signature-version": "v2" },
      url: "https://www.example.com/webhook_uri",
    },
  ),
  vector(
    "box",
    "developer.box.com, signature verification, with the key of the tests of its SDKs",
    "SamplePrimaryKey",
    ["box-signature-primary", "6TfeAW3A1PASkgboxxA5yqHNKOwFyMWuEXny/FPD5hI="],
    '{"type":"webhook_event","webhook":{"id":"1234567890"},"trigger":"FILE.UPLOADED","source":{"id":"1234567890","type":"file","name":"Test.txt"}}',
    {
      time: Date.parse("2020-01-01T00:00:00-07:00") / 1000,
      headers: {
        "box-delivery-timestamp": "2020-01-01T00:00:00-07:00",
        "box-signature-algorithm": "HmacSHA256",
        "box-signature-version": "1",
        "box-signature-secondary": "v+1CD1Jdo3muIcbpv5lxxgPglOqMfsNHPV899xWYydo=",
      },
    },
  ),
  vector(
    "square",
    "developer.squareup.com, validate webhook notifications",
    "asdf1234",
    ["x-square-hmacsha256-signature", "2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og="],
    '{"hello":"world"}',
  ),
  vector(
    "orb",
    "the tests of orbcorp's SDKs, webhooks",
    "c-UGKYdnhHh436B_sMouYAPUvXyWpzOdunZBV5dFSD8",
    ["x-orb-signature", "v1=9d25de966891ab0bc18754faf8d83d0980b44ae330fcc130b41a6cf3daf1f391"],
    '{"id": "o4mmewpfNNTnjfZc", "created_at": "2024-03-27T15:42:29+00:00", "type": "resource_event.test", "properties": {"message": "A test webhook from Orb. Happy testing!"}}',
    {
      time: Date.parse("2024-03-27T15:42:29Z") / 1000,
      headers: { "x-orb-timestamp": "2024-03-27T15:42:29.551" },
    },
  ),
  vector(
    "worldline",
    "the tests of Worldline's and Ingenico's SDKs, webhooks",
    "hello+world",
    ["x-gcs-signature", "2S7doBj/GnJnacIjSJzr5fxGM5xmfQyFAwxv1I53ZEk="],
    worldlineBody,
    { headers: { "x-gcs-keyid": "dummy-key-id" } },
  ),
  vector(
    "sendgrid",
    "sendgrid/sendgrid-nodejs, the tests of its event webhook",
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==",
    [
      "x-twilio-email-event-webhook-signature",
      "MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=",
    ],
    '{"category":"example_payload","event":"test_event","message_id":"message_id"}',
    {
      time: 1_588_788_367,
      headers: { "x-twilio-email-event-webhook-timestamp": "1588788367" },
    },
  ),
  vector(
    "mux",
    "muxinc/mux-node-sdk, the tests of its webhooks",
    "SuperSecret123",
    [
      "mux-signature",
      "t=1565125718,v1=854ece4c22acef7c66b57d4e504153bc512595e8e9c772ece2a68150548c19a7",
    ],
    '{"test":"body"}',
    { time: 1_565_125_718 },
  ),
];

function verified(
  { provider, secret, time }: Vector,
  request: RequestInput,
  ofSecret = secret,
): Promise<string> {
  const exchange = { time: time * 1000, request };
  return guard("verify-webhook", { provider, secret: ofSecret }, exchange).then(verdictOf);
}

test("twelve providers and more are compared with what they publish", () => {
  expect(new Set(vectors.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(12);
});

describe.each(vectors)("$provider ($source)", (one) => {
  const { request, signature, secret } = one;

  test("is verified as published", async () => {
    expect(await verified(one, request)).toBe("verified");
  });

  test("is refused with another body, secret or signature, and without one", async () => {
    const other = { ...request, body: `${request.body} ` };
    const wrongBody = await verified(one, other);
    // Other bodies than forms are signed in the query string, which says so itself.
    expect(wrongBody).toMatch(/^403: (?:The signature is wrong|The body does not have the digest)/);
    expect(await verified(one, request, `${secret.slice(0, -2)}Ab`)).toMatch(/^403: The s/);
    const value = request.headers[signature] ?? "";
    const at = value.length - 8;
    const changed = value.slice(0, at) + (value[at] === "a" ? "b" : "a") + value.slice(at + 1);
    const headers = { ...request.headers, [signature]: changed };
    expect(await verified(one, { ...request, headers })).toMatch(/^403: The s/);
    const { [signature]: _, ...unsigned } = request.headers;
    expect(await verified(one, { ...request, headers: unsigned })).toMatch(/^403: /);
  });
});
