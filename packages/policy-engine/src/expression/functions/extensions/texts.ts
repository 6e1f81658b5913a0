import {
  encodeUtf8,
  decodeUtf8,
  parseAddress,
  parseCidr,
  containsCidr,
} from "@traffic-policy/policy-language/internal";
import { fromBase64, toBase64 } from "../../base64.ts";
import type { Extensions, Tools } from "./extension.ts";
import { formatText } from "./format.ts";
import { lowerCase, upperCase } from "./letter-case.ts";

/**
 * Functions of texts, whose positions count characters. Where the service's documentation is silent, they follow the
 * extension `strings` of cel-go, including where that fails.
 */
export const textExtensions: Extensions = {
  "base64.decode": (_tools, text: string) => bytesOf(text),
  "base64.encode": (_tools, bytes: Uint8Array) => toBase64(bytes),
  decodeBase64(_tools, text: string) {
    const decoded = decodeUtf8(bytesOf(text));
    if (decoded === undefined) throw new Error("The base64 text does not stand for UTF-8 text.");
    return decoded;
  },
  encodeBase64: (_tools, text: string) => base64Of(text),
  "basic_auth.encode": (_tools, username: string, password: string) =>
    `Basic ${base64Of(`${username}:${password}`)}`,

  charAt(_tools, text: string, position: bigint) {
    const characters = [...text];
    return characters[within(position, characters.length)] ?? "";
  },
  indexOf(_tools, text: string, part: string, start = 0n) {
    const [characters, wanted] = [[...text], [...part]];
    const from = within(start, characters.length);
    for (let at = from; at + wanted.length <= characters.length; at++) {
      if (isAt(characters, wanted, at)) return BigInt(at);
    }
    return -1n;
  },
  lastIndexOf(_tools, text: string, part: string, start?: bigint) {
    const [characters, wanted] = [[...text], [...part]];
    const last = characters.length - wanted.length;
    const from = start === undefined ? last : Math.min(last, within(start, characters.length));
    for (let at = from; at >= 0; at--) if (isAt(characters, wanted, at)) return BigInt(at);
    return -1n;
  },
  substring(_tools, text: string, start: bigint, end?: bigint) {
    const characters = [...text];
    const first = within(start, characters.length);
    const after = end === undefined ? characters.length : within(end, characters.length);
    if (first > after) throw new Error(`Position ${start} comes after position ${end}.`);
    return characters.slice(first, after).join("");
  },
  split,
  replace(_tools, text: string, part: string, replacement: string, limit = -1n) {
    if (limit < 0n) return text.replaceAll(part === "" ? everywhere : part, () => replacement);
    let left = limit;
    return text.replaceAll(part === "" ? everywhere : part, (found) => {
      left -= 1n;
      return left < 0n ? found : replacement;
    });
  },
  reverse: (_tools, text: string) => [...text].toReversed().join(""),
  trim: (_tools, text: string) => trimmed(text),
  lower: (_tools, text: string) => lowerCase(text),
  upper: (_tools, text: string) => upperCase(text),
  lowerAscii: (_tools, text: string) => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase()),
  upperAscii: (_tools, text: string) => text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase()),
  "strings.quote": (_tools, text: string) =>
    `"${Array.from(text.toWellFormed(), (one) => escapes[one] ?? one).join("")}"`,
  format: formatText,
  isPrivateIp: (_tools, text: string) => isPrivate(text),
};

const everywhere = /(?:)/gu;

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64(text);
  if (bytes === undefined) throw new Error(`'${text}' is not base64 with padding.`);
  return bytes;
}

function base64Of(text: string): string {
  return toBase64(Uint8Array.from(encodeUtf8(text)));
}

/** @throws Error for a position that is neither that of a character nor the end */
function within(position: bigint, length: number): number {
  if (position >= 0n && position <= length) return Number(position);
  throw new Error(`There is no position ${position} in a text of ${length} characters.`);
}

function isAt(characters: readonly string[], part: readonly string[], position: number): boolean {
  return part.every((character, index) => characters[position + index] === character);
}

/** Splits at white space when no separator is given. A limit keeps only the first parts and drops the rest. */
function split(_tools: Tools, text: string, separator?: string, limit?: bigint): string[] {
  if (limit !== undefined && limit < 0n) {
    throw new Error("What split() does with a negative limit is not documented.");
  }
  const parts =
    separator === undefined
      ? text.split(/\p{White_Space}+/u).filter((part) => part !== "")
      : separator === ""
        ? [...text]
        : text.split(separator);
  return limit === undefined ? parts : parts.slice(0, Number(limit));
}

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(character: string): boolean {
  return /\p{White_Space}/u.test(character);
}

const escapes: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};

// Source: RFC 1918, section 3.
const privateNetworks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"];

function isPrivate(text: string): boolean {
  const address = parseAddress(text);
  return (
    address !== undefined &&
    privateNetworks.some((network) => {
      const range = parseCidr(network);
      return range !== undefined && containsCidr(range, address);
    })
  );
}
