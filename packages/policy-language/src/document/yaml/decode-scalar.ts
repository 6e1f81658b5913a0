import type { CST } from "yaml";
import { decodeBlock } from "./decode-block.ts";
import { decodeDoubleQuoted } from "./decode-double-quoted.ts";
import { decodePlain, decodeSingleQuoted } from "./decode-lines.ts";
import type { StringUnits } from "./string-units.ts";

/** A scalar as the text writes it. */
export type ScalarToken = CST.FlowScalar | CST.BlockScalar;

/** Reads a scalar again, this time with the place of every unit of its value. */
export function decodeScalar(token: ScalarToken): StringUnits {
  switch (token.type) {
    case "block-scalar":
      return decodeBlock(token);
    case "double-quoted-scalar":
      return decodeDoubleQuoted(token);
    case "single-quoted-scalar":
      return decodeSingleQuoted(token);
    default:
      return decodePlain(token);
  }
}
