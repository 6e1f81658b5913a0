import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  lowerCase,
  upperCase,
} from "../../../../packages/policy-engine/src/expression/functions/extensions/letter-case.ts";
import { anyText } from "../../../any-text.ts";
import { seeded } from "../../../seeded.ts";
import { evaluated, evaluatedText, literal } from "./evaluated.ts";

// Against implementations of Node, of JavaScript, or of another kind.

/** Texts of few characters, so that parts of one are in another. */
const shortText = fc.string({ unit: fc.constantFrom("a", "b", "😀", " "), maxLength: 8 });

describe("hashes", () => {
  test.each(["md5", "sha1", "sha256", "sha512"])("%s is that of node:crypto", (name) => {
    seeded(
      fc.property(anyText({ maxLength: 300 }), fc.constantFrom("hex", "base64"), (text, format) => {
        const wanted = createHash(name)
          .update(text)
          .digest(format as "hex");
        expect(evaluatedText(`hash.${name}(${literal(text)}, '${format}')`)).toBe(wanted);
        expect(evaluatedText(`${literal(text)}.${name}('${format}')`)).toBe(wanted);
      }),
      60,
    );
  });

  test("crc32 is that of node:zlib", () => {
    seeded(
      fc.property(anyText({ maxLength: 300 }), (text) => {
        const wanted = crc32(text).toString(16).padStart(8, "0");
        expect(evaluatedText(`hash.crc32(${literal(text)})`)).toBe(wanted);
      }),
      60,
    );
  });

  test("crc64 is a remainder of the division by its polynomial", () => {
    // x^64 + x^4 + x^3 + x + 1, with the highest bit first.
    const polynomial = (1n << 64n) | 0x1bn;
    const reversed = (value: bigint, bits: number): bigint =>
      BigInt(`0b${[...value.toString(2).padStart(bits, "0")].toReversed().join("")}`);
    seeded(
      fc.property(anyText({ maxLength: 40 }), (text) => {
        let message = 0n;
        const bytes = Buffer.from(text);
        for (const byte of bytes) message = (message << 8n) | reversed(BigInt(byte), 8);
        const ones = (1n << 64n) - 1n;
        const length = BigInt(bytes.length * 8);
        // The first 64 bits are inverted, and so is the remainder.
        let rest = (message << 64n) ^ (ones << length);
        for (let bit = length + 63n; bit >= 64n; bit--) {
          if ((rest >> bit) & 1n) rest ^= polynomial << (bit - 64n);
        }
        const wanted = reversed(rest ^ ones, 64)
          .toString(16)
          .padStart(16, "0");
        expect(evaluatedText(`hash.crc64(${literal(text)})`)).toBe(wanted);
      }),
      60,
    );
  });

  test("xxhash64 is what its description in whole numbers without a limit gives", () => {
    seeded(
      fc.property(anyText({ maxLength: 120 }), (text) => {
        const wanted = describedXxhash64(Buffer.from(text)).toString(16).padStart(16, "0");
        expect(evaluatedText(`${literal(text)}.xxhash64()`)).toBe(wanted);
      }),
      60,
    );
  });
});

describe("texts", () => {
  test("base64 is that of Buffer", () => {
    seeded(
      fc.property(anyText({ maxLength: 50 }), anyText({ maxLength: 20 }), (text, other) => {
        const encoded = Buffer.from(text).toString("base64");
        const both = Buffer.from(`${text}:${other}`).toString("base64");
        expect(evaluatedText(`${literal(text)}.encodeBase64()`)).toBe(encoded);
        expect(evaluatedText(`'${encoded}'.decodeBase64()`)).toBe(text);
        expect(evaluated(`base64.decode('${encoded}') == bytes(${literal(text)})`)).toBe(
          "bool true",
        );
        expect(evaluatedText(`base64.encode(bytes(${literal(text)}))`)).toBe(encoded);
        expect(evaluatedText(`basic_auth.encode(${literal(text)}, ${literal(other)})`)).toBe(
          `Basic ${both}`,
        );
      }),
      60,
    );
  });

  test("positions are those of JavaScript, counted in characters", () => {
    const inCharacters = (text: string, unit: number): number =>
      unit < 0 ? -1 : Array.from(text.slice(0, unit)).length;
    seeded(
      fc.property(shortText, shortText, fc.nat(9), (text, part, start) => {
        const [first, last] = [text.indexOf(part), text.lastIndexOf(part)];
        expect(evaluated(`${literal(text)}.indexOf(${literal(part)})`)).toBe(
          `int ${inCharacters(text, first)}`,
        );
        expect(evaluated(`${literal(text)}.lastIndexOf(${literal(part)})`)).toBe(
          `int ${inCharacters(text, last)}`,
        );
        const characters = [...text];
        const unit = characters.slice(0, start).join("").length;
        const isInside = start <= characters.length;
        const from = isInside ? `int ${inCharacters(text, text.indexOf(part, unit))}` : "failure";
        const upTo = isInside
          ? `int ${inCharacters(text, text.lastIndexOf(part, unit))}`
          : "failure";
        const outcome = (expression: string): string =>
          evaluated(expression).replace(/^There is no position.*/, "failure");
        expect(outcome(`${literal(text)}.indexOf(${literal(part)}, ${start})`)).toBe(from);
        expect(outcome(`${literal(text)}.lastIndexOf(${literal(part)}, ${start})`)).toBe(upTo);
      }),
    );
  });

  test("parts are what is left when the rest is put around them", () => {
    seeded(
      fc.property(shortText, fc.nat(8), fc.nat(8), (text, one, other) => {
        const length = [...text].length;
        const [start, end] = [Math.min(one, other, length), Math.min(Math.max(one, other), length)];
        const quoted = literal(text);
        const joined = evaluated(
          `${quoted}.substring(0, ${start}) + ${quoted}.substring(${start}, ${end}) + ` +
            `${quoted}.substring(${end}) == ${quoted} && size(${quoted}.substring(${start}, ${end})) == ${end - start}`,
        );
        expect(joined).toBe("bool true");
        expect(evaluated(`${quoted}.split('').join() == ${quoted}`)).toBe("bool true");
        expect(evaluated(`${quoted}.reverse().reverse() == ${quoted}`)).toBe("bool true");
        expect(
          evaluated(
            `lists.range(${length}).all(i, ${quoted}.reverse().charAt(i) == ${quoted}.charAt(${length} - 1 - i))`,
          ),
        ).toBe("bool true");
      }),
    );
  });

  test("replacing and splitting are joining and cutting", () => {
    seeded(
      fc.property(shortText, shortText, fc.nat(4), (text, part, limit) => {
        fc.pre(part !== "");
        const pieces = text.split(part);
        const replaced =
          pieces.slice(0, limit + 1).join("-") +
          pieces
            .slice(limit + 1)
            .map((piece) => part + piece)
            .join("");
        const [quoted, quotedPart] = [literal(text), literal(part)];
        expect(evaluatedText(`${quoted}.replace(${quotedPart}, '-', ${limit})`)).toBe(replaced);
        expect(evaluatedText(`${quoted}.replace(${quotedPart}, '-')`)).toBe(pieces.join("-"));
        expect(evaluatedText(`${quoted}.split(${quotedPart}).join('-')`)).toBe(pieces.join("-"));
        expect(evaluatedText(`${quoted}.split(${quotedPart}, ${limit}).join('-')`)).toBe(
          pieces.slice(0, limit).join("-"),
        );
        expect(evaluatedText(`${quoted}.trim()`)).toBe(text.trim());
        expect(evaluatedText(`${quoted}.split().join('-')`)).toBe(
          (text.match(/[^ ]+/g) ?? []).join("-"),
        );
      }),
    );
  });

  test("cases are those of JavaScript where one character becomes one, and the same letter elsewhere", () => {
    const different: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const cases = [
        [lowerCase(character), character.toLowerCase()],
        [upperCase(character), character.toUpperCase()],
      ] as const;
      for (const [own, theirs] of cases) {
        const isOne = [...theirs].length === 1;
        if (isOne ? own === theirs : isSameLetter(own, character)) continue;
        different.push(`${character}: ${own}`);
      }
    }
    // Without a language, this one is equal to no other letter.
    expect(different).toEqual(["İ: i"]);
  });

  test("letters of ASCII change their case in pairs", () => {
    seeded(
      fc.property(anyText({ maxLength: 30 }), (text) => {
        const changed = (from: number, by: number): string =>
          Array.from(text, (one) => {
            const code = one.codePointAt(0) ?? 0;
            return code >= from && code < from + 26 ? String.fromCodePoint(code + by) : one;
          }).join("");
        expect(evaluatedText(`${literal(text)}.lowerAscii()`)).toBe(changed(65, 32));
        expect(evaluatedText(`${literal(text)}.upperAscii()`)).toBe(changed(97, -32));
      }),
      60,
    );
  });

  test("a quoted text is a literal of the same text", () => {
    seeded(
      fc.property(anyText({ maxLength: 30 }), (text) => {
        // Other controls stay as they are, and a literal cannot hold a line break.
        fc.pre(!/[\0\r\n]/.test(text));
        const quoted = evaluatedText(`strings.quote(${literal(text)})`);
        expect(evaluatedText(quoted)).toBe(text);
      }),
      60,
    );
  });

  test("fractions are those of JavaScript where they are not rounded from the middle", () => {
    seeded(
      fc.property(
        fc.double({ min: -1e15, max: 1e15, noNaN: true }),
        fc.integer({ min: 0, max: 20 }),
        (value, precision) => {
          fc.pre(!Number.isInteger(value * 4));
          const number = `double('${value}')`;
          const [digits, power] = value.toExponential(precision).split("e");
          const exponent = `${power?.charAt(0)}${power?.slice(1).padStart(2, "0")}`;
          expect(evaluatedText(`'%.${precision}f'.format([${number}])`)).toBe(
            value.toFixed(precision),
          );
          expect(evaluatedText(`'%.${precision}e'.format([${number}])`)).toBe(
            `${digits}e${exponent}`,
          );
        },
      ),
    );
  });

  test("whole numbers are written as in JavaScript", () => {
    seeded(
      fc.property(fc.bigInt({ min: 1n - 2n ** 63n, max: 2n ** 63n - 1n }), (value) => {
        const wanted = [10, 2, 8, 16].map((base) => value.toString(base));
        const text = evaluatedText(
          `'%d %b %o %x %X'.format([${`${value}, `.repeat(5).slice(0, -2)}])`,
        );
        expect(text).toBe([...wanted, value.toString(16).toUpperCase()].join(" "));
      }),
      60,
    );
  });
});

function isSameLetter(one: string, other: string): boolean {
  return new RegExp(`^${one}$`, "iu").test(other);
}

describe("formats", () => {
  const json = fc.json({ maxDepth: 3 }).filter((text) => /^[[{]/.test(text));

  test("JSON is that of JavaScript, but for numbers, the order of keys and escapes", () => {
    seeded(
      fc.property(json, (text) => {
        const written = evaluatedText(`json.decode(${literal(text)}).encodeJson()`);
        expect(JSON.parse(written)).toEqual(JSON.parse(text));
        expect(evaluated(`json.decode(${literal(written)}) == json.decode(${literal(text)})`)).toBe(
          "bool true",
        );
        expect(evaluatedText(`json.encode(json.decode(${literal(written)}))`)).toBe(written);
      }),
      100,
    );
  });

  test("keys are in the order of their bytes", () => {
    seeded(
      fc.property(fc.uniqueArray(anyText({ maxLength: 3 }), { maxLength: 6 }), (keys) => {
        const map = `{${keys.map((key) => `${literal(key)}: 1`).join(", ")}}`;
        const sorted = keys.toSorted((one, other) =>
          Buffer.compare(Buffer.from(one), Buffer.from(other)),
        );
        const written = evaluatedText(`${map}.encodeJson()`);
        const found = [...written.matchAll(/"((?:[^"\\]|\\.)*)":1/g)].map(
          ([, key]) => JSON.parse(`"${key}"`) as string,
        );
        expect(found).toEqual(sorted);
      }),
      100,
    );
  });

  const parameters = fc.uniqueArray(
    fc.tuple(
      anyText({ maxLength: 5 }),
      fc.array(anyText({ maxLength: 5 }), { minLength: 1, maxLength: 3 }),
    ),
    { selector: ([name]) => name, maxLength: 4 },
  );

  test("query strings are those of URLSearchParams", () => {
    seeded(
      fc.property(parameters, (all) => {
        const lists = all.map(
          ([name, values]) => `${literal(name)}: [${values.map(literal).join(", ")}]`,
        );
        const pairs = all.flatMap(([name, values]) => values.map((value) => [name, value]));
        const written = evaluatedText(`{${lists.join(", ")}}.encodeQueryString()`);
        const read = [...new URLSearchParams(written)];
        expect(read).toHaveLength(pairs.length);
        expect(read).toEqual(expect.arrayContaining(pairs));

        const first = new Map(all.map(([name, [value = ""]]) => [name, value]));
        const sent = new URLSearchParams([...first]).toString();
        for (const [name, value] of first) {
          expect(evaluatedText(`queryString.decode(${literal(sent)})[${literal(name)}]`)).toBe(
            value,
          );
        }
      }),
      100,
    );
  });

  test("escapes are those of encodeURIComponent, which leaves out five more characters", () => {
    seeded(
      fc.property(anyText({ maxLength: 20 }), (text) => {
        const wanted = encodeURIComponent(text).replaceAll(
          /[!'()*]/g,
          (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
        );
        expect(evaluatedText(`url.escape(${literal(text)})`)).toBe(wanted);
        expect(evaluatedText(`${literal(wanted)}.unescapeUrl()`)).toBe(text);
      }),
      100,
    );
  });

  const word = fc.string({ unit: fc.constantFrom(..."abcxyz019-_.~"), minLength: 1, maxLength: 6 });
  const url = fc.record({
    scheme: fc.constantFrom("http", "https"),
    host: fc.constantFrom("example.com", "a.b-c.example", "192.0.2.7", "[2001:db8::1]"),
    port: fc.constantFrom("", ":8080"),
    path: fc.array(word).map((words) => words.map((one) => `/x${one}`).join("") || "/"),
    query: fc.option(word),
    fragment: fc.option(word),
  });

  test("URLs are taken apart as by URL", () => {
    seeded(
      fc.property(url, ({ scheme, host, port, path, query, fragment }) => {
        const text =
          `${scheme}://${host}${port}${path}` +
          `${query === null ? "" : `?${query}`}${fragment === null ? "" : `#${fragment}`}`;
        const wanted = new URL(text);
        const parts = ["scheme", "host", "path", "rawquery", "fragment"].map((name) =>
          evaluatedText(`url.parse('${text}').${name}`),
        );
        expect(parts).toEqual([
          wanted.protocol.slice(0, -1),
          wanted.host,
          wanted.pathname,
          wanted.search.slice(1),
          wanted.hash.slice(1),
        ]);
        expect(evaluated(`'${text}'.isURL()`)).toBe("bool true");
      }),
      100,
    );
  });
});

describe("lists", () => {
  const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 9 });
  const wanted = (list: readonly unknown[]): string =>
    `[${list.map((one) => (Array.isArray(one) ? wanted(one) : `int ${String(one)}`)).join(", ")}]`;

  test("are sorted, cut and thinned out as in JavaScript", () => {
    seeded(
      fc.property(numbers, fc.nat(9), fc.nat(9), (list, one, other) => {
        const text = `[${list.join(", ")}]`;
        const [start, end] = [
          Math.min(one, other, list.length),
          Math.min(Math.max(one, other), list.length),
        ];
        expect(evaluated(`${text}.sort()`)).toBe(wanted(list.toSorted((a, b) => a - b)));
        expect(evaluated(`${text}.sortBy(x, x * x)`)).toBe(
          wanted(list.toSorted((a, b) => a * a - b * b)),
        );
        expect(evaluated(`${text}.slice(${start}, ${end})`)).toBe(wanted(list.slice(start, end)));
        expect(evaluated(`${text}.distinct()`)).toBe(wanted([...new Set(list)]));
        expect(evaluated(`lists.range(${one})`)).toBe(wanted([...Array(one).keys()]));
      }),
      100,
    );
  });

  type Nested = number | readonly Nested[];
  const { nested } = fc.letrec<{ nested: Nested }>((tie) => ({
    nested: fc.oneof({ maxDepth: 4 }, fc.nat(9), fc.array(tie("nested"), { maxLength: 3 })),
  }));

  test("are flattened as in JavaScript", () => {
    seeded(
      fc.property(fc.array(nested, { maxLength: 4 }), fc.nat(5), (list, depth) => {
        const text = JSON.stringify(list);
        expect(evaluated(`${text}.flatten()`)).toBe(wanted(list.flat()));
        expect(evaluated(`${text}.flatten(${depth})`)).toBe(
          wanted((list as unknown[]).flat(depth as 1)),
        );
      }),
      100,
    );
  });
});

/** By the steps of the description, with remainders only where they are needed to stay small. */
function describedXxhash64(input: Buffer): bigint {
  const [p1, p2, p3, p4, p5] = [
    11400714785074694791n,
    14029467366897019727n,
    1609587929392839161n,
    9650029242287828579n,
    2870177450012600261n,
  ] as const;
  const modulus = 2n ** 64n;
  const mod = (value: bigint): bigint => ((value % modulus) + modulus) % modulus;
  const rotl = (value: bigint, bits: bigint): bigint =>
    mod(mod(value) * 2n ** bits) + mod(value) / 2n ** (64n - bits);
  const little = (bytes: Buffer): bigint =>
    BigInt(`0x${Buffer.from(bytes.toReversed()).toString("hex")}`);
  const round = (accumulator: bigint, lane: bigint): bigint =>
    mod(rotl(accumulator + lane * p2, 31n) * p1);
  const stripes = Math.floor(input.length / 32);
  let accumulator: bigint = p5;
  if (stripes > 0) {
    const lanes = [p1 + p2, p2, 0n, -p1].map((begin, lane) => {
      let value = mod(begin);
      for (let stripe = 0; stripe < stripes; stripe++) {
        const at = stripe * 32 + lane * 8;
        value = round(value, little(input.subarray(at, at + 8)));
      }
      return value;
    });
    accumulator = mod(
      lanes.map((lane, at) => rotl(lane, [1n, 7n, 12n, 18n][at] ?? 0n)).reduce((a, b) => a + b),
    );
    for (const lane of lanes) accumulator = mod((accumulator ^ round(0n, lane)) * p1 + p4);
  }
  accumulator = mod(accumulator + BigInt(input.length));
  let rest = input.subarray(stripes * 32);
  while (rest.length > 0) {
    const size = rest.length >= 8 ? 8 : rest.length >= 4 ? 4 : 1;
    const lane = little(rest.subarray(0, size));
    rest = rest.subarray(size);
    if (size === 8) accumulator = mod(rotl(accumulator ^ round(0n, lane), 27n) * p1 + p4);
    else if (size === 4) accumulator = mod(rotl(accumulator ^ mod(lane * p1), 23n) * p2 + p3);
    else accumulator = mod(rotl(accumulator ^ mod(lane * p5), 11n) * p1);
  }
  accumulator = mod((accumulator ^ (accumulator / 2n ** 33n)) * p2);
  accumulator = mod((accumulator ^ (accumulator / 2n ** 29n)) * p3);
  return accumulator ^ (accumulator / 2n ** 32n);
}
