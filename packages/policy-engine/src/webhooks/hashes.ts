import { hmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";

const hashes = { sha1, sha256, sha512 };

/** Source: RFC 2104. */
export function hmacOf(
  hash: keyof typeof hashes,
  key: Uint8Array,
  message: Uint8Array,
): Uint8Array {
  return hmac(hashes[hash], key, message);
}

export function sha256Of(message: Uint8Array): Uint8Array {
  return sha256(message);
}
