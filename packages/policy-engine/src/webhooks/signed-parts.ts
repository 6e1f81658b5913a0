import type {
  EcdsaScheme,
  HmacScheme,
  DigestScheme,
  SignedTime,
  WebhookRequest,
} from "./scheme.ts";
import { concatenated } from "../bytes.ts";

export type HeaderScheme = HmacScheme | DigestScheme | EcdsaScheme;

export interface SignedParts {
  readonly signatures: readonly string[];
  readonly time?: SignedTime;
  readonly message: Uint8Array;
}

export function signedParts(scheme: HeaderScheme, request: WebhookRequest): SignedParts | string {
  const items = headerItems(scheme, request);
  const { prefix = "", header } = scheme;
  const signatures = withPrefix(items, prefix);
  if (items.length === 0) return `The request has no header ${header}.`;
  if (signatures.length === 0) return `The header ${header} has no signature ${prefix}….`;
  const time = "timestamp" in scheme ? timeIn(scheme.timestamp, items, request) : undefined;
  if (typeof time === "string") return time;
  const message = messageOf(scheme.signed ?? "{body}", request, time?.text ?? "");
  if (typeof message === "string") return message;
  return { signatures, message, ...(time !== undefined && { time }) };
}

/** True when a request has the header of a scheme, which means that it is signed with this version. */
export function isSignedWith(scheme: HeaderScheme, request: WebhookRequest): boolean {
  const { when = {} } = scheme;
  const isVersion = Object.entries(when).every(
    ([name, value]) => request.headers.first(name) === value,
  );
  return isVersion && headerItems(scheme, request).length > 0;
}

function headerItems({ header, separator }: HeaderScheme, { headers }: WebhookRequest): string[] {
  const values = header.endsWith("*")
    ? [...headers.fields]
        // `box-signature-version` is no signature, and no Base64 of one either.
        .filter(([name]) => name.startsWith(header.slice(0, -1)))
        .flatMap(([, value]) => value)
    : (headers.get(header) ?? []);
  if (separator === undefined) return [...values];
  return values.flatMap((value) => value.split(separator).map((item) => item.trim()));
}

function withPrefix(items: readonly string[], prefix: string): string[] {
  return items.filter((item) => item.startsWith(prefix)).map((item) => item.slice(prefix.length));
}

function timeIn(
  place: HmacScheme["timestamp"],
  items: readonly string[],
  { headers }: WebhookRequest,
): SignedTime | string | undefined {
  if (place === undefined) return undefined;
  const [text] =
    "header" in place ? (headers.get(place.header) ?? []) : withPrefix(items, place.prefix);
  if (text !== undefined) return { text, unit: place.unit ?? "seconds" };
  return "header" in place
    ? `The request has no header ${place.header}.`
    : `The signature has no time ${place.prefix}….`;
}

function messageOf(
  signed: string,
  request: WebhookRequest,
  timestamp: string,
): Uint8Array | string {
  const values: Readonly<Record<string, string | Uint8Array>> = {
    body: request.body,
    timestamp,
    method: request.method,
    url: request.url,
    uri: decodedUri(request.url),
  };
  const parts: (string | Uint8Array)[] = [];
  for (const part of signed.split(/(\{[^}]+\})/)) {
    const [, name] = /^\{(.+)\}$/.exec(part) ?? [];
    const value = name === undefined ? part : (values[name] ?? request.headers.first(name));
    if (value === undefined) return `The request has no header ${name ?? ""}.`;
    parts.push(value);
  }
  return concatenated(parts);
}

/** Decodes the escapes that HubSpot decodes before it signs, as its documentation lists them. */
function decodedUri(url: string): string {
  return url.replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, (escape) =>
    decodeURIComponent(escape),
  );
}
