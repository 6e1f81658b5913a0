import type { CST } from "yaml";
import { lineBreakOf } from "../line-style.ts";
import type { ScalarStyle } from "./scalar-text.ts";
import type { TextLayout } from "./text-layout.ts";
import { isBlockCollection, isFlowScalar, itemsOf, leaves, spanOf } from "./tokens.ts";

/** How the author of a YAML text lays it out. */
export class YamlStyle {
  readonly lineBreak: string;
  /** Spaces by which a map stands deeper than its key. */
  readonly unit: number;
  /** Spaces by which a list stands deeper than its key. */
  readonly listUnit: number;
  /** Within the braces of a map on one line. */
  readonly padding: string;
  /** The quotes that are used for no special reason. */
  readonly quotes: ScalarStyle;

  constructor(text: string, root: CST.Token, layout: TextLayout) {
    this.lineBreak = lineBreakOf(text);
    const depths = [...depthsOf(root, layout)];
    const listUnit = depths.find(({ type }) => type === "block-seq")?.depth;
    this.unit = depths.find(({ type }) => type === "block-map")?.depth ?? (listUnit || 2);
    this.listUnit = listUnit ?? this.unit;
    this.padding = / \}/.test(text) && /\{ /.test(text) ? " " : "";
    this.quotes = "double";
    for (const token of leaves(root)) {
      const style = styleOf(token);
      if (style === "plain") continue;
      this.quotes = style;
      break;
    }
  }
}

/** The style of a scalar; plain for what is none. */
export function styleOf(token: CST.Token | null | undefined): ScalarStyle {
  if (!isFlowScalar(token)) return "plain";
  return token.type === "scalar"
    ? "plain"
    : token.type === "single-quoted-scalar"
      ? "single"
      : "double";
}

/** How much deeper than their keys the collections of a text stand. */
function* depthsOf(
  token: CST.Token,
  layout: TextLayout,
): Generator<{ type: string; depth: number }> {
  if (!isBlockCollection(token)) return;
  for (const { key, value } of itemsOf(token)) {
    if (!isBlockCollection(value)) continue;
    if (key) {
      const depth = layout.column(spanOf(value).start) - layout.column(spanOf(key).start);
      yield { type: value.type, depth };
    }
    yield* depthsOf(value, layout);
  }
}
