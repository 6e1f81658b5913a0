import { bodyText } from "../exchange/message.ts";
import { parseQuery } from "../exchange/request-state.ts";
import { defaultPorts } from "../exchange/exchange.ts";
import { hostAndPort, parseUrl } from "../exchange/url.ts";
import { parseMediaType } from "../variables/reader.ts";
import { decoded, isSame, utf8 } from "../bytes.ts";
import { hmacOf, sha256Of } from "./hashes.ts";
import type { WebhookRequest, WebhookVerdict } from "./scheme.ts";

/**
 * Verifies a webhook of Twilio: an HMAC with SHA-1 of the URL and of the form fields sorted by name. For a body that
 * is not a form, the query string has its digest.
 */
export function verifyTwilio(request: WebhookRequest, secret: string): WebhookVerdict {
  const signature = request.headers.first("x-twilio-signature");
  if (signature === undefined) {
    return { kind: "wrong", reason: "The request has no header x-twilio-signature." };
  }
  const query = parseUrl(request.url)?.query ?? "";
  const [digest] = parseQuery(query).get("bodySHA256") ?? [];
  if (digest !== undefined) {
    const given = decoded(digest, "hex");
    if (given === undefined || !isSame(sha256Of(request.body), given)) {
      return { kind: "wrong", reason: "The body does not have the digest bodySHA256." };
    }
  }
  const fields = digest === undefined ? fieldsOf(request) : "";
  const given = decoded(signature, "base64");
  const isRight = urlsOf(request.url).some(
    (url) => given !== undefined && isSame(hmacOf("sha1", utf8(secret), utf8(url + fields)), given),
  );
  return isRight ? { kind: "verified" } : { kind: "wrong", reason: "The signature is wrong." };
}

/** Twilio may sign the URL with or without the default port. */
function urlsOf(url: string): readonly string[] {
  const parts = parseUrl(url);
  if (parts === undefined) return [url];
  const authority = hostAndPort(parts);
  const usual = String(defaultPorts[parts.scheme] ?? "");
  const [bare = authority] = authority.endsWith(`:${usual}`)
    ? [authority.slice(0, -usual.length - 1)]
    : [];
  const isUsual = parts.port === undefined || String(parts.port) === usual;
  if (!isUsual) return [url];
  return [url.replace(authority, bare), url.replace(authority, `${bare}:${usual}`)];
}

function fieldsOf({ headers, body }: WebhookRequest): string {
  const { type } = parseMediaType(headers.first("content-type"));
  const text = bodyText(body);
  if (type !== "application/x-www-form-urlencoded" || text === undefined) return "";
  // A field that is there several times is signed once with each of its values.
  return [...parseQuery(text)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, values]) => [...new Set(values)].toSorted().map((value) => name + value))
    .join("");
}
