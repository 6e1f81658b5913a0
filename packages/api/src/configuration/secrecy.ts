import { Secret } from "../transport/secret.ts";
import type { BaseUrl } from "./base-url.ts";
import type { VersionHeader } from "./headers.ts";
import { InvalidConfiguration } from "./invalid-configuration.ts";

/**
 * Makes sure that the API key can be kept secret.
 *
 * @throws InvalidConfiguration when it is too short to be recognised in texts, or stands where it is logged
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
