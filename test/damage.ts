import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";

/** A version of a file that something went wrong with. */
export interface Damaged {
  /** What went wrong, and where: `cut off after 17 of 230 bytes`. */
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Damaged versions of a file: empty, cut off, with bits that are the other way, with zeros where a disk lost
 * a part, with a part twice or missing, and another file in its place. The same seed gives the same ones.
 *
 * @param bytes - the file as it should be
 * @param seed - a whole number
 * @param count - how many
 * @param others - files that may stand in its place
 */
export function damages(
  bytes: Uint8Array,
  seed: number,
  count: number,
  others: readonly Uint8Array[] = [],
): Damaged[] {
  const random = randomNumbers(seed);
  const length = bytes.length;
  const below = (limit: number): number => Math.floor(random() * Math.max(1, limit));
  const kinds: readonly (() => Damaged)[] = [
    () => {
      const end = below(length);
      return {
        name: `cut off after ${end} of ${length} bytes`,
        bytes: Buffer.from(bytes.subarray(0, end)),
      };
    },
    () => {
      const copy = Buffer.from(bytes);
      const flips = Array.from({ length: 1 + below(3) }, () => ({
        at: below(length),
        bit: below(8),
      }));
      for (const { at, bit } of flips) copy[at] = (copy[at] ?? 0) ^ (1 << bit);
      return {
        name: `bits ${flips.map(({ at, bit }) => `${at}.${bit}`).join(", ")} flipped`,
        bytes: copy,
      };
    },
    () => {
      const start = below(length);
      const end = start + 1 + below(Math.min(512, length - start));
      const copy = Buffer.from(bytes).fill(0, start, end);
      return { name: `zeros from ${start} to ${end}`, bytes: copy };
    },
    () => {
      const copy = Buffer.from(bytes);
      const [at, digit] = [below(length), 0x30 + below(10)];
      copy[at] = digit;
      return { name: `the digit ${digit - 0x30} at ${at}`, bytes: copy };
    },
    () => {
      const start = below(length);
      const end = start + 1 + below(64);
      const [head, part, tail] = [
        bytes.subarray(0, start),
        bytes.subarray(start, end),
        bytes.subarray(end),
      ];
      return random() < 0.5
        ? { name: `without ${start} to ${end}`, bytes: Buffer.concat([head, tail]) }
        : { name: `with ${start} to ${end} twice`, bytes: Buffer.concat([head, part, part, tail]) };
    },
    () => {
      const index = below(others.length);
      const other = others[index];
      return other === undefined
        ? { name: "empty", bytes: Buffer.alloc(0) }
        : { name: `file ${index} in its place`, bytes: Buffer.from(other) };
    },
  ];
  const whole: readonly Damaged[] = [
    { name: "empty", bytes: Buffer.alloc(0) },
    { name: "nothing but zeros", bytes: Buffer.alloc(length) },
    { name: "with a byte order mark", bytes: Buffer.concat([Buffer.from("\ufeff"), bytes]) },
    { name: "twice", bytes: Buffer.concat([bytes, bytes]) },
    { name: "without its last byte", bytes: Buffer.from(bytes.subarray(0, -1)) },
    ...others.map((other, index) => ({
      name: `file ${index} in its place`,
      bytes: Buffer.from(other),
    })),
  ];
  return Array.from(
    { length: count },
    (_one, index) => whole[index] ?? (kinds[index % kinds.length] as () => Damaged)(),
  );
}

/** Something else that can stand where a file should be. */
export interface Strange {
  readonly name: string;
  put(path: string): void;
}

/** What can stand where a file should be. Nothing is at the path before; {@link clear} takes it away. */
export const strangeThings: readonly Strange[] = [
  { name: "a folder", put: (path) => void mkdirSync(path) },
  {
    name: "a folder with something in it",
    put: (path) => void mkdirSync(`${path}/a`, { recursive: true }),
  },
  { name: "a link that leads nowhere", put: (path) => symlinkSync(`${path}.gone`, path) },
  { name: "a link to itself", put: (path) => symlinkSync(path, path) },
  { name: "a link to a folder", put: (path) => symlinkSync("/", path) },
  { name: "a link to a device that never ends", put: (path) => symlinkSync("/dev/zero", path) },
  {
    name: "a named pipe that nobody writes to",
    put: (path) => void execFileSync("sh", ["-c", 'mkfifo "$0"', path]),
  },
];

/** Takes away whatever stands at a path. */
export function clear(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    // A linear congruential generator, of which only the upper bits are taken.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** Why a message is not one sentence, or one with a short reason before its end; nothing when it is. */
export function whyNoSentence(message: string): string | undefined {
  if (/\n\s+at /.test(message)) return `It has a stack trace: ${message}`;
  if (message.includes("\n")) return `It has several lines: ${message}`;
  if (!/[.?]$/.test(message)) return `It does not end as a sentence: ${message}`;
  if (/\bundefined\b|\[object |\bNaN\b|TypeError|RangeError/.test(message))
    return `It tells of JavaScript: ${message}`;
  return undefined;
}
