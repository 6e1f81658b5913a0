import { concatenated, decoded, isSame, utf8 } from "../bytes.ts";
import { hmacOf, sha256Of } from "./hashes.ts";
import type { DigestScheme, HmacScheme, WebhookRequest, WebhookVerdict } from "./scheme.ts";
import { signedParts } from "./signed-parts.ts";

export function verifyHmac(
  scheme: HmacScheme,
  request: WebhookRequest,
  secret: string,
): WebhookVerdict {
  const key = keyOf(scheme, secret);
  if (key === undefined) return { kind: "wrong", reason: "The secret is not Base64." };
  return compare(scheme, request, (message) => hmacOf(scheme.hash ?? "sha256", key, message));
}

export function verifyDigest(
  scheme: DigestScheme,
  request: WebhookRequest,
  secret: string,
): WebhookVerdict {
  return compare(scheme, request, (message) => sha256Of(concatenated([secret, message])));
}

function compare(
  scheme: HmacScheme | DigestScheme,
  request: WebhookRequest,
  sign: (message: Uint8Array) => Uint8Array,
): WebhookVerdict {
  const parts = signedParts(scheme, request);
  if (typeof parts === "string") return { kind: "wrong", reason: parts };
  const { signatures, time, message } = parts;
  const right = sign(message);
  const isRight = signatures.some((signature) => {
    const given = decoded(signature, scheme.encoding ?? "hex");
    return given !== undefined && isSame(right, given);
  });
  if (!isRight) return { kind: "wrong", reason: "The signature is wrong." };
  return { kind: "verified", ...(time && { time }) };
}

function keyOf({ key = "text" }: HmacScheme, secret: string): Uint8Array | undefined {
  if (key === "text") return utf8(secret);
  const text = key === "whsec" ? secret.replace(/^whsec_/, "") : secret;
  return decoded(text, "base64");
}
