import type { Exchange } from "@traffic-policy/policy-engine";
import { findSecrets, isSecretName, looksRandom } from "@traffic-policy/policy-language/secrets";

const hidden = "***";

/** Longer texts are hidden as a whole: nobody reads them, and the patterns would overflow the stack. */
const longest = 10_000;

type Headers = NonNullable<NonNullable<Exchange["request"]>["headers"]>;

/**
 * An exchange without what may let somebody in: the values of headers and parameters whose names say so, and what
 * looks like a key or a token elsewhere.
 */
export function withoutSecrets(exchange: Exchange): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    ...(request && { request: { ...messageWithout(request), url: urlWithout(request.url) } }),
    ...(response && { response: messageWithout(response) }),
  };
}

function textWithout(text: string): string {
  if (text.length > longest) return hidden;
  const found = findSecrets(text).toSorted((one, other) => other.span.start - one.span.start);
  const known = found.reduce(
    (rest, { span }) => `${rest.slice(0, span.start)}${hidden}${rest.slice(span.end)}`,
    text,
  );
  return known.replace(/[^\s,;"']+/g, (word) => pairWithout(word) ?? urlWithout(word));
}

export function urlWithout(url: string): string {
  const [path = "", ...queries] = url.split("?");
  const segments = path
    .split("/")
    .map((segment, index, all) => segmentWithout(segment, index > 0 && all[index - 1] === ""));
  const parameters = queries.map((query) =>
    query
      .split(/([&;])/)
      .map((pair) => parameterWithout(pair))
      .join(""),
  );
  return [segments.join("/"), ...parameters].join("?");
}

/** @param isHost - true after `//`, where the segment may begin with a user and a password */
function segmentWithout(segment: string, isHost: boolean): string {
  if (segment.length > longest) return hidden;
  const rest = isHost ? segment.replace(/^[^@#]*@/, `${hidden}@`) : segment;
  return isSecret(decoded(rest)) || hasRandomRun(rest) ? hidden : rest;
}

function parameterWithout(pair: string): string {
  if (pair.length > longest) return hidden;
  return pairWithout(pair) ?? (isRandom(pair) || isSecret(decoded(pair)) ? hidden : pair);
}

function isSecret(text: string): boolean {
  return findSecrets(text).length > 0;
}

type Message = Pick<NonNullable<Exchange["request"]>, "headers" | "cookies" | "body">;

function messageWithout<Of extends Message>(message: Of): Of {
  const { headers, cookies, body } = message;
  return {
    ...message,
    ...(headers && { headers: headersWithout(headers) }),
    ...(cookies && {
      cookies: Object.fromEntries(Object.keys(cookies).map((name) => [name, hidden])),
    }),
    ...(typeof body === "string" && { body: textWithout(body) }),
  };
}

function headersWithout(headers: Headers): Headers {
  if (Array.isArray(headers)) {
    const pairs = headers as readonly (readonly [string, string])[];
    return pairs.map(([name, value]) => [name, headerWithout(name, value)] as const);
  }
  return Object.fromEntries(
    Object.entries(headers as Readonly<Record<string, string | readonly string[]>>).map(
      ([name, values]) => [
        name,
        typeof values === "string"
          ? headerWithout(name, values)
          : values.map((value) => headerWithout(name, value)),
      ],
    ),
  );
}

function headerWithout(name: string, value: string): string {
  return isOfSecret(name) || /cookie/i.test(name) ? hidden : textWithout(value);
}

function pairWithout(pair: string): string | undefined {
  const [, name, value] = /^([^=/?]+)=(.*)$/s.exec(pair) ?? [];
  if (name === undefined || value === undefined || value === "") return undefined;
  const isHidden =
    isOfSecret(decoded(name)) || isRandom(decoded(value)) || isSecret(decoded(value));
  return isHidden ? `${name}=${hidden}` : `${name}=${urlWithout(value)}`;
}

const moreNames =
  /(?:^|[._-])(?:sig|signature|session(?:[._-]?id)?|sid|otp|ticket)$|^(?:code|key)$/i;

function isOfSecret(name: string): boolean {
  // `user[password]` is a name in a name.
  const path = name.replace(/\[([^\]]*)\]/g, ".$1");
  return isSecretName(path) || moreNames.test(path);
}

function isRandom(text: string): boolean {
  return looksRandom(text) || hasRandomRun(text);
}

/** True when a long run of letters and digits looks random; words with dots and hyphens between them do not. */
function hasRandomRun(text: string): boolean {
  return (text.match(/[A-Za-z\d]{16,}/g) ?? []).some(looksRandom);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
