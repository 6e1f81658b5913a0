import { bigEndian } from "./crc.ts";

const prime1 = 0x9e3779b185ebca87n;
const prime2 = 0xc2b2ae3d27d4eb4fn;
const prime3 = 0x165667b19e3779f9n;
const prime4 = 0x85ebca77c2b2ae63n;
const prime5 = 0x27d4eb2f165667c5n;

/**
 * Computes the 64-bit xxHash with seed 0, in big-endian order.
 *
 * Source: `doc/xxhash_spec.md` of github.com/Cyan4973/xxHash, section "XXH64 algorithm description".
 */
export function xxhash64(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let sum = prime5;
  if (bytes.length >= 32) {
    const lanes: [bigint, bigint, bigint, bigint] = [
      wrap(prime1 + prime2),
      prime2,
      0n,
      wrap(-prime1),
    ];
    for (; at + 32 <= bytes.length; at += 32) {
      for (const lane of [0, 1, 2, 3] as const) {
        lanes[lane] = round(lanes[lane], view.getBigUint64(at + lane * 8, true));
      }
    }
    const [one, two, three, four] = lanes;
    sum = wrap(rotate(one, 1) + rotate(two, 7) + rotate(three, 12) + rotate(four, 18));
    for (const lane of lanes) sum = wrap((sum ^ round(0n, lane)) * prime1 + prime4);
  }
  sum = wrap(sum + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8) {
    const mixed = sum ^ round(0n, view.getBigUint64(at, true));
    sum = wrap(rotate(mixed, 27) * prime1 + prime4);
  }
  if (at + 4 <= bytes.length) {
    const mixed = sum ^ wrap(BigInt(view.getUint32(at, true)) * prime1);
    sum = wrap(rotate(mixed, 23) * prime2 + prime3);
    at += 4;
  }
  for (; at < bytes.length; at++) {
    const mixed = sum ^ wrap(BigInt(view.getUint8(at)) * prime5);
    sum = wrap(rotate(mixed, 11) * prime1);
  }
  sum = wrap((sum ^ (sum >> 33n)) * prime2);
  sum = wrap((sum ^ (sum >> 29n)) * prime3);
  return bigEndian(sum ^ (sum >> 32n), 8);
}

function round(lane: bigint, input: bigint): bigint {
  return wrap(rotate(wrap(lane + input * prime2), 31) * prime1);
}

function rotate(value: bigint, bits: number): bigint {
  return wrap(value << BigInt(bits)) | (value >> BigInt(64 - bits));
}

function wrap(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}
