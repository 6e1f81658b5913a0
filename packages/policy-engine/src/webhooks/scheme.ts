import type { HeaderFields } from "../exchange/message.ts";

/** What of a request a signature can be made of. */
export interface WebhookRequest {
  readonly method: string;
  /** The whole URL that the client sent. */
  readonly url: string;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
}

/** Whether a webhook is from who knows the secret, with the time that was signed, where there is one. */
export type WebhookVerdict =
  | { readonly kind: "verified"; readonly time?: SignedTime }
  | { readonly kind: "wrong"; readonly reason: string };

/** A time as a request says it. */
export interface SignedTime {
  readonly text: string;
  readonly unit: TimeUnit;
}

/** Seconds or milliseconds since 1970, a number that is either, or RFC 3339, in UTC without a zone. */
type TimeUnit = "seconds" | "milliseconds" | "number" | "rfc3339";

/** How a provider signs its webhooks. */
export type SignatureScheme =
  | HmacScheme
  | DigestScheme
  | EcdsaScheme
  | { readonly kind: "token"; readonly header: string }
  | { readonly kind: "twilio" | "mailgun" | "contentful" | "hygraph" };

/**
 * Where a header has signatures: one of its items, divided by the separator, begins with the prefix. With
 * several, one that is right is enough: a secret may just be changed.
 */
interface SignatureHeader {
  /** In lower case; `*` at its end stands for any ending. */
  readonly header: string;
  readonly prefix?: string;
  readonly separator?: string;
  /** Hexadecimal when left out. */
  readonly encoding?: "hex" | "base64";
  /** Headers with a value that they must have: several versions of a scheme may share a header. */
  readonly when?: Readonly<Record<string, string>>;
}

/** Where the time is that was signed, too: another header, or an item of the same one. */
type TimePlace = ({ readonly header: string } | { readonly prefix: string }) & {
  readonly unit?: TimeUnit;
};

/** An HMAC of parts of the request. */
export interface HmacScheme extends SignatureHeader {
  readonly kind: "hmac";
  /** SHA-256 when left out. */
  readonly hash?: "sha1" | "sha256" | "sha512";
  /**
   * What is signed: a text with `{body}`, `{timestamp}`, `{method}`, `{url}`, `{uri}` (the URL with some
   * escapes decoded) and, by its name, `{any-header}`. The body alone when left out.
   */
  readonly signed?: string;
  readonly timestamp?: TimePlace;
  /** What the secret is: text, Base64, or Base64 after `whsec_`. Text when left out. */
  readonly key?: "text" | "base64" | "whsec";
}

/** SHA-256 of the secret, followed by parts of the request. */
export interface DigestScheme extends SignatureHeader {
  readonly kind: "digest";
  readonly signed: string;
}

/** ECDSA with P-256 and SHA-256; the secret is the public key of the provider, SPKI in Base64. */
export interface EcdsaScheme extends SignatureHeader {
  readonly kind: "ecdsa";
  readonly signed: string;
  readonly timestamp: TimePlace;
}

/** What is known of a provider. */
export type WebhookProvider =
  /** Its schemes: the first one whose header the request has counts. */
  | {
      readonly schemes: readonly SignatureScheme[];
      readonly challenge?: "crc" | "url-validation" | "unknown";
    }
  /** Why it is not verified here, as the end of a sentence. */
  | { readonly unknown: string };
