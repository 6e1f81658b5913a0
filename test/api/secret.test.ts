import fc from "fast-check";
import { Secret } from "@traffic-policy/api/secret";
import { describe, expect, test } from "vitest";
import { apiKey, otherKeys } from "../recognisable-key.ts";
import { seeded } from "../seeded.ts";

const keys = [apiKey, ...Object.values(otherKeys)];

/** Every character of a text in another way. */
const escaped = (text: string, escape: (hex: string) => string): string =>
  [...text].map((one) => escape(one.charCodeAt(0).toString(16).padStart(2, "0"))).join("");

const html = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const json = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Ways to write a key, each of which may be applied to the result of another one. */
const ways: readonly ((text: string) => string)[] = [
  (text) => text,
  json,
  encodeURIComponent,
  html,
  (text) => json(text).replaceAll("/", "\\/"),
  (text) => text.replaceAll("&", "\\u0026").replaceAll("<", "\\u003c"),
  (text) => escaped(text, (hex) => `\\u00${hex}`),
  (text) => escaped(text, (hex) => `\\x${hex}`),
  (text) => escaped(text, (hex) => `%${hex.toUpperCase()}`),
  (text) => escaped(text, (hex) => `&#x${hex};`),
  (text) => text.replace(/[^]/gu, (one) => `&#${one.charCodeAt(0)};`),
];

describe.each(keys.map((key, index) => ({ key, index })))("key $index", ({ key }) => {
  const secret = new Secret(key);

  test("is hidden however it is written, and nothing around it", () => {
    const around = fc.stringMatching(/^[ a-zäß:,.(){}\n]{0,20}$/u);
    const inAnyWay = fc
      .array(fc.constantFrom(...ways), { minLength: 1, maxLength: 3 })
      .map((some) => some.reduce((text, way) => way(text), key));
    seeded(
      fc.property(around, inAnyWay, around, (before, written, behind) => {
        // What cannot stand for itself there: a letter may be the escape's, or the key's.
        const text = `${before} ${written} ${behind}`;
        expect(secret.hide(text)).toBe(`${before} [API key] ${behind}`);
      }),
      150,
      20_000,
    );
  });

  test("is hidden in Base64, wherever it stands in what that is of", () => {
    for (const before of ["", "a", "ab", "user:"]) {
      for (const behind of ["", ":", "::"]) {
        for (const encoding of ["base64", "base64url"] as const) {
          const text = Buffer.from(before + key + behind).toString(encoding);
          expect(secret.hide(`Basic ${text}`)).toMatch(/^Basic .{0,8}\[API key\].{0,6}$/);
        }
      }
    }
  });

  test("is hidden in small letters, and with colours or unseen characters in it", () => {
    expect(secret.hide(`https://${key.toLowerCase()}.example`)).toBe("https://[API key].example");
    expect(secret.hide([...key].join("\u200b"))).toBe("[API key]");
    const half = key.length >> 1;
    const colored = `a ${key.slice(0, half)}\u001b[31m${key.slice(half)}\u001b[39m`;
    expect(secret.hide(colored)).toBe("a [API key]\u001b[31m\u001b[39m");
  });

  test.each([" ", "\n", "\r\n    ", "\u00a0", "\\n", "&nbsp;", "%20"])(
    "is hidden with %j between its pieces",
    (blank) => {
      const pieces = key.match(/.{1,5}/g) ?? [];
      const text = pieces.join(blank);
      expect(secret.hide(`a ${text} b`)).toBe("a [API key] b");
    },
  );

  test("is hidden when half of it or twelve characters are left, wherever in it", () => {
    const half = Math.max(12, Math.ceil(key.length / 2));
    for (const part of [key.slice(0, half), key.slice(-half), key.slice(2, half + 2)]) {
      expect(secret.hide(`…${part}…`)).toBe("…[API key]…");
      expect(secret.isIn(part)).toBe(true);
    }
    expect(secret.isIn(key.slice(0, 8))).toBe(false);
  });

  test("leaves JSON with it JSON", () => {
    for (const text of [key, `"${key}"`, `\\${key}`, `\t${key}\n`, `\t${key.slice(1)}`]) {
      const hidden = secret.hide(JSON.stringify({ [text]: [text] }));
      expect(() => JSON.parse(hidden) as unknown).not.toThrow();
      expect(hidden).toContain("[API key]");
    }
  });
});

test("a key may begin where an escape seems to end", () => {
  const secret = new Secret("41f7be05d92a836e07b1f4d");
  expect(secret.hide("100%41f7be05d92a836e07b1f4d")).toBe("100%[API key]");
});

test("a key that is shorter than eight characters is not looked for: it is in everyday words", () => {
  expect(new Secret("any").hide("Too many requests")).toBe("Too many requests");
  expect(new Secret("password").hide("a password1")).toBe("a [API key]1");
});

test("of a key of twelve characters or fewer, all are needed", () => {
  expect(new Secret("emulator-key").hide("the emulator")).toBe("the emulator");
});

// These would take longer than the test may, if each place were looked at again and again.
test.each([
  "\\",
  "%25",
  "&amp;",
  "&#x41;",
  "\\u00",
  apiKey.slice(0, 9),
  "\u001b[",
  " \n",
  "a ",
  "\\n",
  "%0a",
])("a long text of %j is looked through once", (part) => {
  const text = part.repeat(200_000);
  expect(new Secret(apiKey).isIn(text)).toBe(false);
});
