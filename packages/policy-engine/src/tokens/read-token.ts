import { isJsonObject, type JsonObject } from "@traffic-policy/policy-language";
import { decodeUtf8 } from "@traffic-policy/policy-language/internal";
import { fromBase64 } from "../expression/base64.ts";

/** A signed JSON Web Token, decoded but not verified. */
export interface Token {
  readonly text: string;
  readonly header: JsonObject;
  readonly payload: JsonObject;
  /** In base64url, as in the token. */
  readonly signature: string;
}

/** Parses the compact form of a signed token; undefined when it is invalid. Source: RFC 7519, section 7.2. */
export function readToken(text: string): Token | undefined {
  const [first, second, signature, ...others] = text.split(".");
  if (first === undefined || second === undefined || signature === undefined) return undefined;
  const [header, payload] = [jsonObject(first), jsonObject(second)];
  const isToken = others.length === 0 && fromBase64Url(signature) !== undefined;
  return isToken && header && payload ? { text, header, payload, signature } : undefined;
}

function jsonObject(text: string): JsonObject | undefined {
  const bytes = fromBase64Url(text);
  const json = bytes && decodeUtf8(bytes);
  if (json === undefined) return undefined;
  try {
    const value = JSON.parse(json) as JsonObject;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes base64url without padding; undefined when it is invalid. Source: RFC 7515, section 2. */
function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  const padding = "=".repeat((4 - (text.length % 4)) % 4);
  return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/") + padding);
}
