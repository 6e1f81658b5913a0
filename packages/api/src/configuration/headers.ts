import { InvalidConfiguration } from "./settings.ts";
import { Secret } from "./secret.ts";
import type { BaseUrl } from "./base-url.ts";

export interface VersionHeader {
  readonly name: string;
  readonly value: string;
}

/** The default from the service's API description. Other services with this API may use another header name. */
export const defaultVersionHeader: VersionHeader = { name: "Service-Version", value: "2" };

/**
 * Builds the headers of every request.
 *
 * @throws InvalidConfiguration for a key or a version header that cannot be sent
 */
export function fixedHeaders(
  apiKey: string,
  { name, value }: VersionHeader,
): Readonly<Record<string, string>> {
  if (apiKey === "") {
    throw new InvalidConfiguration("The API key is empty.", "Give the key of your account.");
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new InvalidConfiguration(
      "The API key holds a character that a header cannot hold.",
      "Look for a space or a line break, often at the end, and remove it.",
    );
  }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || taken.has(name.toLowerCase())) {
    throw new InvalidConfiguration(
      "The name of the version header cannot be used.",
      "Use the name that the service's documentation gives, like Service-Version.",
    );
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new InvalidConfiguration(
      "The value of the version header is empty or holds a character that a header cannot hold.",
      "Use the value that the service's documentation gives, like 2.",
    );
  }
  return {
    authorization: `Bearer ${apiKey}`,
    accept: "application/json",
    // Without it, a server may compress as it likes.
    "accept-encoding": "identity",
    [name]: value,
  };
}

// Headers that the client or HTTP itself sets.
const taken = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Checks that the API key can be kept secret.
 *
 * @throws InvalidConfiguration when the key is too short to be recognized in text, or occurs where it is logged
 */
export function checkSecrecy(
  apiKey: string,
  { origin, prefix, isLoopback }: BaseUrl,
  { name, value }: VersionHeader,
): void {
  if (apiKey.length < Secret.shortest && !isLoopback) {
    throw new InvalidConfiguration(
      `The API key has fewer than ${Secret.shortest} characters.`,
      "Give the whole key of your account.",
    );
  }
  const secret = new Secret(apiKey);
  if (secret.isIn(origin + prefix)) {
    throw new InvalidConfiguration(
      "The base URL holds the API key.",
      "Remove it from there: URLs are logged. The key is sent in a header.",
    );
  }
  if (secret.isIn(name) || secret.isIn(value)) {
    throw new InvalidConfiguration(
      "The version header holds the API key.",
      "Use the name and the value that the service's documentation gives, like Service-Version: 2.",
    );
  }
}
