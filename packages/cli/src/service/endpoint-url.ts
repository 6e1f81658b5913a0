import {
  formatEndpointUrl,
  getOrAdd,
  parseEndpointUrl,
} from "@traffic-policy/policy-language/internal";
import { type Client, ServiceError } from "@traffic-policy/api";
import { CommandError } from "../context.ts";

/** Returns the URL of an endpoint in the same form for all its spellings; undefined for anything else. */
export function endpointUrl(url: string): string | undefined {
  const parsed = parseEndpointUrl(url);
  return parsed && formatEndpointUrl(parsed);
}

/**
 * Returns the identifiers of the cloud endpoints of an account, by their URLs in the form of {@link endpointUrl}. With
 * pooling, several have the same URL.
 *
 * @throws CommandError when the service does not list them
 */
export async function cloudEndpointsByUrl(
  client: Client,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  try {
    for await (const { id, type, url, public_url: publicUrl } of client.endpoints.list()) {
      const known = type === "cloud" ? endpointUrl(url ?? publicUrl) : undefined;
      if (known !== undefined) getOrAdd(found, known, () => []).push(id);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new CommandError(error.message, { help: error.help, cause: error });
  }
  return found;
}
