import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { bodyText } from "../exchange/message.ts";
import { parseQuery } from "../exchange/request-state.ts";
import { parseUrl } from "../exchange/url.ts";
import { toBase64 } from "../expression/base64.ts";
import { utf8 } from "../bytes.ts";
import { hmacOf } from "./hashes.ts";
import type { WebhookRequest } from "./scheme.ts";

/** Returns the JSON that answers Twitter's challenge-response check; undefined for other requests. */
export function crcAnswer({ method, url }: WebhookRequest, secret: string): string | undefined {
  const [token] = parseQuery(parseUrl(url)?.query ?? "").get("crc_token") ?? [];
  if (method !== "GET" || token === undefined) return undefined;
  const digest = toBase64(hmacOf("sha256", utf8(secret), utf8(token)));
  return JSON.stringify({ response_token: `sha256=${digest}` });
}

/** Returns the JSON that answers Zoom's URL validation; undefined for other requests. */
export function urlValidationAnswer({ body }: WebhookRequest, secret: string): string | undefined {
  const text = bodyText(body);
  // Nothing else has to be read as JSON.
  if (text?.includes("endpoint.url_validation") !== true) return undefined;
  const token = plainToken(text);
  if (token === undefined) return undefined;
  const digest = hmacOf("sha256", utf8(secret), utf8(token));
  const encryptedToken = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return JSON.stringify({ plainToken: token, encryptedToken });
}

function plainToken(text: string): string | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || value["event"] !== "endpoint.url_validation") return undefined;
  const payload = value["payload"];
  const token = payload !== undefined && isJsonObject(payload) ? payload["plainToken"] : undefined;
  return typeof token === "string" ? token : undefined;
}
