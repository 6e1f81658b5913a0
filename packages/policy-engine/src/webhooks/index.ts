import { parseTimestamp } from "@traffic-policy/policy-language/internal";
import { millisecondsOf } from "../expression/format.ts";
import { crcAnswer, urlValidationAnswer } from "./challenge.ts";
import { verifyContentful } from "./contentful-scheme.ts";
import { isSame, utf8 } from "../bytes.ts";
import { verifyEcdsa } from "./ecdsa-scheme.ts";
import { verifyDigest, verifyHmac } from "./hmac-scheme.ts";
import { verifyHygraph } from "./hygraph-scheme.ts";
import { verifyMailgun } from "./mailgun-scheme.ts";
import { providers } from "./providers.ts";
import type {
  SignatureScheme,
  SignedTime,
  WebhookProvider,
  WebhookRequest,
  WebhookVerdict,
} from "./scheme.ts";
import { isSignedWith, type HeaderScheme } from "./signed-parts.ts";
import { verifyTwilio } from "./twilio-scheme.ts";

export { providers };
export type { WebhookRequest };

export type WebhookResult =
  | { readonly kind: "verified" }
  | { readonly kind: "wrong"; readonly reason: string }
  /** The provider checks that the receiver knows the secret; this JSON is the answer. */
  | { readonly kind: "challenge"; readonly answer: string }
  | { readonly kind: "unknown"; readonly reason: string };

/** The period in which a valid webhook was signed; both times in milliseconds. */
export interface TimeWindow {
  /** Since 1970. */
  readonly now: number;
  readonly tolerance: number;
}

/** Verifies a webhook with the scheme of its provider, and answers challenges. */
export function verifyWebhook(
  provider: WebhookProvider,
  request: WebhookRequest,
  secret: string,
  window: TimeWindow,
): WebhookResult {
  if ("unknown" in provider) return { kind: "unknown", reason: provider.unknown };
  const { challenge, schemes } = provider;
  const crc = challenge === "crc" ? crcAnswer(request, secret) : undefined;
  if (crc !== undefined) return { kind: "challenge", answer: crc };
  const verdict = inTime(verifyWith(schemes, request, secret), window);
  const answer = challenge === "url-validation" ? urlValidationAnswer(request, secret) : undefined;
  if (answer !== undefined) {
    const reason = "whether a challenge with a wrong signature is answered is not documented";
    return verdict.kind === "verified"
      ? { kind: "challenge", answer }
      : { kind: "unknown", reason };
  }
  if (challenge === "unknown" && isPerhapsChallenge(request)) {
    return { kind: "unknown", reason: "how the service answers its challenges is not documented" };
  }
  return verdict;
}

/** Worldline sends challenges as GET with a header, Xero as an empty list of events. */
function isPerhapsChallenge({ method, headers, body }: WebhookRequest): boolean {
  if (method === "GET") return true;
  return (
    headers.has("x-xero-signature") &&
    /"events"\s*:\s*\[\s*\]/.test(String.fromCharCode(...body.subarray(0, 10_000)))
  );
}

function verifyWith(
  schemes: readonly SignatureScheme[],
  request: WebhookRequest,
  secret: string,
): WebhookVerdict {
  const [only] = schemes;
  const isOnly = schemes.length === 1 && !(only && isVersioned(only) && only.when !== undefined);
  const scheme = isOnly
    ? only
    : schemes.find((one) => isVersioned(one) && isSignedWith(one, request));
  switch (scheme?.kind) {
    case "hmac":
      return verifyHmac(scheme, request, secret);
    case "digest":
      return verifyDigest(scheme, request, secret);
    case "ecdsa":
      return verifyEcdsa(scheme, request, secret);
    case "token": {
      const token = request.headers.first(scheme.header);
      if (token === undefined) {
        return { kind: "wrong", reason: `The request has no header ${scheme.header}.` };
      }
      return isSame(utf8(token), utf8(secret))
        ? { kind: "verified" }
        : { kind: "wrong", reason: "The token is wrong." };
    }
    case "twilio":
      return verifyTwilio(request, secret);
    case "mailgun":
      return verifyMailgun(request, secret);
    case "contentful":
      return verifyContentful(request, secret);
    case "hygraph":
      return verifyHygraph(request, secret);
    case undefined:
      return { kind: "wrong", reason: "The request has no signature of a version that is known." };
  }
}

/** True when a provider has several versions of its scheme, so that the headers of the request decide. */
function isVersioned(scheme: SignatureScheme): scheme is HeaderScheme {
  return scheme.kind === "hmac" || scheme.kind === "digest" || scheme.kind === "ecdsa";
}

function inTime(verdict: WebhookVerdict, { now, tolerance }: TimeWindow): WebhookResult {
  if (verdict.kind === "wrong" || verdict.time === undefined) return verdict;
  const time = millisecondsAt(verdict.time);
  if (time === undefined) {
    const text = JSON.stringify(verdict.time.text);
    return { kind: "wrong", reason: `The time of the signature, ${text}, is none.` };
  }
  if (Math.abs(now - time) <= tolerance) return { kind: "verified" };
  const seconds = Math.round(Math.abs(now - time) / 1000);
  const when = time < now ? "before" : "after";
  return { kind: "wrong", reason: `It was signed ${seconds} s ${when} the exchange.` };
}

function millisecondsAt({ text, unit }: SignedTime): number | undefined {
  if (unit === "rfc3339") {
    const parts = parseTimestamp(text) ?? parseTimestamp(`${text}Z`);
    return parts && millisecondsOf(parts);
  }
  if (!/^\d{1,16}$/.test(text)) return undefined;
  const number = Number(text);
  // As seconds, such a number would be thousands of years away.
  const isMilliseconds = unit === "milliseconds" || (unit === "number" && number > 1e11);
  return isMilliseconds ? number : number * 1000;
}
