import type { Span } from "../../text/positions.ts";
import type { StringUnits } from "../string-units.ts";
import type { TextNode, TextStyle } from "../tree/tree.ts";
import { decodeScalar, type ScalarToken } from "./decode-scalar.ts";

/** A text of YAML, which is decoded with its places when one is needed. */
export class YamlString implements TextNode {
  readonly kind = "text";
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly style: TextStyle;
  readonly #token: ScalarToken;
  #units: StringUnits | undefined;

  constructor({ start, end }: Span, value: string, token: ScalarToken) {
    this.start = start;
    this.end = end;
    this.value = value;
    this.style = styles[token.type] ?? "plain";
    this.#token = token;
  }

  range(part: Span): Span {
    this.#units ??= decodeScalar(this.#token);
    return this.#units.range(part) ?? { start: this.end, end: this.end };
  }
}

const styles: Readonly<Record<string, TextStyle>> = {
  "block-scalar": "block",
  "double-quoted-scalar": "double",
  "single-quoted-scalar": "single",
};
