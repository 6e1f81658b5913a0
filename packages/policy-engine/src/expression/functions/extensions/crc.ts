export type Checksum = (bytes: Uint8Array) => Uint8Array;

/** CRC-32 with the polynomial of IEEE 802.3, as in gzip. */
export const crc32: Checksum = reflectedCrc(32, 0xedb88320n);

/** CRC-64 with the polynomial of ISO 3309, as in Go's `hash/crc64`. */
export const crc64: Checksum = reflectedCrc(64, 0xd800000000000000n);

/** @param polynomial - lowest bit first */
function reflectedCrc(bits: 32 | 64, polynomial: bigint): Checksum {
  const ones = (1n << BigInt(bits)) - 1n;
  let table: readonly bigint[] | undefined;
  return (bytes) => {
    table ??= tableOf(polynomial);
    let sum = ones;
    for (const byte of bytes) {
      sum = (sum >> 8n) ^ (table[Number(sum & 0xffn) ^ byte] ?? 0n);
    }
    return bigEndian(sum ^ ones, bits / 8);
  };
}

function tableOf(polynomial: bigint): bigint[] {
  return Array.from({ length: 256 }, (_none, byte) => {
    let sum = BigInt(byte);
    for (let bit = 0; bit < 8; bit++) sum = sum & 1n ? (sum >> 1n) ^ polynomial : sum >> 1n;
    return sum;
  });
}

export function bigEndian(value: bigint, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_none, index) =>
    Number((value >> BigInt(8 * (size - 1 - index))) & 0xffn),
  );
}
