import { concatenated, decoded, isSame, utf8 } from "../bytes.ts";
import { hmacOf } from "./hashes.ts";
import type { WebhookRequest, WebhookVerdict } from "./scheme.ts";
import { parseUrl } from "../exchange/url.ts";

/**
 * Verifies a webhook of Contentful, which signs the method, the path, the headers that it names, and the body, each
 * on a line.
 */
export function verifyContentful(request: WebhookRequest, secret: string): WebhookVerdict {
  const { headers, method, body, url } = request;
  const signature = headers.first("x-contentful-signature");
  const names = headers.first("x-contentful-signed-headers");
  const timestamp = headers.first("x-contentful-timestamp");
  if (signature === undefined || names === undefined || timestamp === undefined) {
    const reason =
      "The request lacks x-contentful-signature, x-contentful-signed-headers or x-contentful-timestamp.";
    return { kind: "wrong", reason };
  }
  const signed = names.split(",").map((name) => name.trim().toLowerCase());
  if (!signed.includes("x-contentful-timestamp")) {
    return { kind: "wrong", reason: "The time is not signed." };
  }
  const lines = signed
    .flatMap((name) => headers.get(name)?.map((value) => [name, value.trim()] as const) ?? [])
    .toSorted(([one], [other]) => (one > other ? 1 : -1))
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
  const { path = "/", query } = parseUrl(url) ?? {};
  const target = query === undefined ? path : `${path}?${query}`;
  const message = concatenated([`${method}\n${target}\n${lines}\n`, body]);
  const given = decoded(signature, "hex");
  return given !== undefined && isSame(hmacOf("sha256", utf8(secret), message), given)
    ? { kind: "verified", time: { text: timestamp, unit: "milliseconds" } }
    : { kind: "wrong", reason: "The signature is wrong." };
}
