import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { bodyText } from "../exchange/message.ts";
import { decoded, isSame, utf8 } from "../bytes.ts";
import { hmacOf } from "./hashes.ts";
import type { WebhookRequest, WebhookVerdict } from "./scheme.ts";

/** Verifies a webhook of Mailgun. The signature is in the body, and covers only a time and a random token. */
export function verifyMailgun({ body }: WebhookRequest, secret: string): WebhookVerdict {
  const { timestamp, token, signature } = signatureIn(bodyText(body) ?? "");
  if (typeof timestamp !== "string" || typeof token !== "string" || typeof signature !== "string") {
    return { kind: "wrong", reason: "The body has no signature with timestamp and token." };
  }
  const given = decoded(signature, "hex");
  const right = hmacOf("sha256", utf8(secret), utf8(timestamp + token));
  return given !== undefined && isSame(right, given)
    ? { kind: "verified", time: { text: timestamp, unit: "seconds" } }
    : { kind: "wrong", reason: "The signature is wrong." };
}

function signatureIn(text: string): Readonly<Record<string, JsonValue | undefined>> {
  try {
    const value = JSON.parse(text) as JsonValue;
    const signature = isJsonObject(value) ? value["signature"] : undefined;
    return signature !== undefined && isJsonObject(signature) ? signature : {};
  } catch {
    return {};
  }
}
