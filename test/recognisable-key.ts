/** The API key of all tests: it would be recognised wherever it showed. */
export const apiKey = "tp_key_7Q2xVw9Zr4LmB8";

/** Further keys, for texts that write some characters in another way, by what they are made of. */
export const otherKeys = {
  "small letters and numbers, which a host name keeps": "c41f7be05d92a836e07b1f4d",
  "characters that every encoding escapes": "kP/3+f=9&c<Hn5vT2mRx8Wq6Zd4",
};

// Of a key with characters that may be escaped, the part without any tells as well.
const parts = [apiKey, ...Object.values(otherKeys)].map((key) => {
  const plain = key.slice(key.search(/[\w-]+$/));
  return plain.slice(0, -6).toLowerCase();
});

/** Whether a text has one of the keys in it, or the most of it, also escaped or in small letters. */
export function showsKey(text: string): boolean {
  const read = unescaped(text).toLowerCase();
  return parts.some((part) => read.includes(part));
}

/** A text without the escapes of JSON, of URLs and of HTML, and without characters that are not seen. */
function unescaped(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\\+u(.{4})|%([0-9a-f]{2})|&#x([0-9a-f]+);/gi, (escape, ...codes) => {
      const code = Number.parseInt(codes.slice(0, 3).find(Boolean), 16);
      return code < 0x80 ? String.fromCharCode(code) : escape;
    });
}
