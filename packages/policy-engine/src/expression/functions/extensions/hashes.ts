import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { encodeUtf8 } from "@traffic-policy/policy-language/internal";
import { toBase64 } from "../../base64.ts";
import { crc32, crc64, type Checksum } from "./crc.ts";
import type { Extension, Extensions } from "./extension.ts";
import { xxhash64 } from "./xxhash64.ts";

const algorithms: Readonly<Record<string, Checksum>> = {
  crc32,
  crc64,
  md5,
  sha1,
  sha256,
  sha512,
  xxhash64,
};

/** Hashes of texts, each as a function, `hash.md5(…)`, and as a method, `.md5()`. */
export const hashExtensions: Extensions = Object.fromEntries(
  Object.entries(algorithms).flatMap(([name, checksum]): [string, Extension][] => {
    const hash: Extension = (_tools, text: string, format = "hex") =>
      written(checksum(Uint8Array.from(encodeUtf8(text))), format);
    return [
      [`hash.${name}`, hash],
      [name, hash],
    ];
  }),
);

function written(bytes: Uint8Array, format: string): string {
  if (format === "base64") return toBase64(bytes);
  if (format === "hex") {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  throw new Error(`A hash is written as 'hex' or 'base64', not as '${format}'.`);
}
