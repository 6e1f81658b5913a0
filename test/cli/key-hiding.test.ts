import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../any-text.ts";
import { KeyHiding } from "../../packages/cli/src/output-stream.ts";
import { apiKey } from "../recognisable-key.ts";
import { seeded } from "../seeded.ts";

/** What is written of pieces of a text. */
function written(pieces: readonly string[], keys: readonly string[] = [apiKey]): string {
  const hiding = new KeyHiding();
  for (const key of keys) hiding.add(key);
  return pieces.map((piece) => hiding.next(piece)).join("") + hiding.rest();
}

test("a key is hidden wherever it is split, with two characters of it written at most", () => {
  for (let at = 0; at <= apiKey.length; at += 1) {
    const text = written([`a ${apiKey.slice(0, at)}`, `${apiKey.slice(at)} b`]);
    expect(text).toBe(`a ${at < 3 ? apiKey.slice(0, at) : ""}[API key] b`);
  }
  expect(written([...apiKey, "\n"])).toBe("tp[API key]\n");
});

test("any text without a key is written as it is, however it is split", () => {
  const pieces = fc.array(
    fc.oneof(
      anyText(),
      fc.nat(11).map((end) => apiKey.slice(0, end)),
    ),
  );
  seeded(
    fc.property(pieces, (some) => {
      const text = some.join("");
      fc.pre(!text.includes(apiKey.slice(0, 11)));
      expect(written(some)).toBe(text);
    }),
    200,
    20_000,
  );
});

test("only what may become a key has to wait", () => {
  const hiding = new KeyHiding();
  hiding.add(apiKey);
  expect(hiding.next("Go on? [y/N] ")).toBe("Go on? [y/N] ");
  expect(hiding.next("what")).toBe("what");
  expect(hiding.next(apiKey.slice(0, 5))).toBe("");
  expect(hiding.next("ness")).toBe(`${apiKey.slice(0, 5)}ness`);
  expect(hiding.hasHidden).toBe(false);
});

test("several keys are hidden, also one that is known only later", () => {
  const other = "another-key-of-the-user";
  expect(written([`${apiKey} ${other}`], [apiKey, other])).toBe("[API key] [API key]");
  const hiding = new KeyHiding();
  expect(hiding.next(`${other} `)).toBe(`${other} `);
  hiding.add(other);
  expect(hiding.next(other) + hiding.rest()).toBe("[API key]");
  expect(hiding.hasHidden).toBe(true);
});

test("a key is hidden that is broken by ends of lines, of which none is waited for in vain", () => {
  const lines = (apiKey.match(/.{1,7}/g) ?? []).map((line) => `${line}\n`);
  expect(written(lines)).toBe(`${lines[0]}[API key]\n`);
  const hiding = new KeyHiding();
  hiding.add(apiKey);
  expect(hiding.next(`On port ${apiKey.slice(0, 7)}\n`)).toBe(`On port ${apiKey.slice(0, 7)}\n`);
});

test("half of a key at the end of the text is hidden, too", () => {
  expect(written([apiKey.slice(0, -3)])).toBe("[API key]");
  expect(written([apiKey.slice(0, 5)])).toBe(apiKey.slice(0, 5));
});
