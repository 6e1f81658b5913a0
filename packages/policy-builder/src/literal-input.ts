/** A JavaScript value that has one meaning in CEL. A whole number becomes an `int`. */
export type LiteralInput =
  string | number | bigint | boolean | null | Uint8Array | Date | readonly LiteralInput[];
