import type { HeaderFields } from "../exchange/message.ts";

export interface WebhookRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
}

export type WebhookVerdict =
  | { readonly kind: "verified"; readonly time?: SignedTime }
  | { readonly kind: "wrong"; readonly reason: string };

export interface SignedTime {
  readonly text: string;
  readonly unit: TimeUnit;
}

/** Seconds or milliseconds since 1970, a number that may be either, or RFC 3339 in UTC without a zone. */
type TimeUnit = "seconds" | "milliseconds" | "number" | "rfc3339";

export type SignatureScheme =
  | HmacScheme
  | DigestScheme
  | EcdsaScheme
  | { readonly kind: "token"; readonly header: string }
  | { readonly kind: "twilio" | "mailgun" | "contentful" | "hygraph" };

/**
 * The place of the signatures in a header: items, split at the separator, that begin with the prefix. A single valid
 * signature is enough, because the secret may just be rotating.
 */
interface SignatureHeader {
  /** In lower case; a final `*` stands for any ending. */
  readonly header: string;
  readonly prefix?: string;
  readonly separator?: string;
  /** Hexadecimal when left out. */
  readonly encoding?: "hex" | "base64";
  /** Required header values, because several versions of a scheme may share a header. */
  readonly when?: Readonly<Record<string, string>>;
}

type TimePlace = ({ readonly header: string } | { readonly prefix: string }) & {
  readonly unit?: TimeUnit;
};

export interface HmacScheme extends SignatureHeader {
  readonly kind: "hmac";
  /** SHA-256 when left out. */
  readonly hash?: "sha1" | "sha256" | "sha512";
  /**
   * The signed text as a template with `{body}`, `{timestamp}`, `{method}`, `{url}`, `{uri}` (the URL with some
   * escapes decoded) and, by its name, `{any-header}`. The body alone when left out.
   */
  readonly signed?: string;
  readonly timestamp?: TimePlace;
  /** The form of the secret: text, Base64, or Base64 after `whsec_`. Text when left out. */
  readonly key?: "text" | "base64" | "whsec";
}

/** SHA-256 of the secret, followed by parts of the request. */
export interface DigestScheme extends SignatureHeader {
  readonly kind: "digest";
  readonly signed: string;
}

/** ECDSA with P-256 and SHA-256. The secret is the provider's public key, as SPKI in Base64. */
export interface EcdsaScheme extends SignatureHeader {
  readonly kind: "ecdsa";
  readonly signed: string;
  readonly timestamp: TimePlace;
}

export type WebhookProvider =
  /** Its schemes; the first whose header the request has applies. */
  | {
      readonly schemes: readonly SignatureScheme[];
      readonly challenge?: "crc" | "url-validation" | "unknown";
    }
  | { readonly unknown: string };
