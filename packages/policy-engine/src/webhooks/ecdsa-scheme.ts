import { p256 } from "@noble/curves/nist.js";
import { decoded } from "../bytes.ts";
import type { EcdsaScheme, WebhookRequest, WebhookVerdict } from "./scheme.ts";
import { signedParts } from "./signed-parts.ts";

/** The bytes before the point in the SPKI of every P-256 key. Source: RFC 5480, section 2. */
const spkiHead = "3059301306072a8648ce3d020106082a8648ce3d030107034200";

export function verifyEcdsa(
  scheme: EcdsaScheme,
  request: WebhookRequest,
  secret: string,
): WebhookVerdict {
  const key = pointOf(secret);
  if (key === undefined) {
    return { kind: "wrong", reason: "The secret is not a public key of P-256 in Base64." };
  }
  const parts = signedParts(scheme, request);
  if (typeof parts === "string") return { kind: "wrong", reason: parts };
  const { signatures, time, message } = parts;
  const isRight = signatures.some((signature) => {
    const given = decoded(signature, scheme.encoding ?? "hex");
    return given !== undefined && isSigned(given, message, key);
  });
  if (!isRight) return { kind: "wrong", reason: "The signature is wrong." };
  return { kind: "verified", ...(time && { time }) };
}

function pointOf(secret: string): Uint8Array | undefined {
  const bytes = decoded(secret, "base64");
  const head = decoded(spkiHead, "hex");
  if (bytes === undefined || head === undefined) return undefined;
  const point = bytes.slice(head.length);
  const isKey = head.every((byte, at) => bytes[at] === byte) && p256.utils.isValidPublicKey(point);
  return isKey ? point : undefined;
}

/** Returns false for a malformed signature, for which the library throws. */
function isSigned(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    // Providers do not choose the lower of the two possible values.
    return p256.verify(signature, message, key, { format: "der", lowS: false });
  } catch {
    return false;
  }
}
