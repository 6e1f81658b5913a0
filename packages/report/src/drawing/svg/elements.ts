import { printable } from "@traffic-policy/policy-language/internal";
import { rootClass, style } from "./style.ts";
import type { Font } from "./text-width.ts";
import { escapedXml } from "./xml.ts";

export const fonts = {
  heading: { family: "sans", size: 16, isBold: true },
  name: { family: "sans", size: 14, isBold: true },
  bold: { family: "sans", size: 12, isBold: true },
  text: { family: "sans", size: 12 },
  small: { family: "sans", size: 11 },
  code: { family: "mono", size: 12 },
  smallCode: { family: "mono", size: 11 },
} as const satisfies Record<string, Font>;

/** A picture that stands alone, with its style; `title` and `description` are for those who do not see it. */
export function svgDocument({
  width,
  height,
  title,
  description,
  parts,
}: {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
  readonly parts: readonly string[];
}): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="${rootClass}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="graphics-document document" xml:space="preserve">`,
    `<title>${escapedXml(title)}</title>`,
    `<desc>${escapedXml(description)}</desc>`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

export function text(
  x: number,
  y: number,
  shown: string,
  look: string,
  title?: string,
  anchor?: "middle" | "end",
): string {
  const full = title === undefined ? "" : `<title>${escapedXml(readable(title))}</title>`;
  const classes = look === "" ? "" : ` class="${look}"`;
  const anchored = anchor === undefined ? "" : ` text-anchor="${anchor}"`;
  return `<text x="${x}" y="${y}"${classes}${anchored}>${full}${escapedXml(shown)}</text>`;
}

export function unless(shown: string, whole: string): string | undefined {
  return shown === whole ? undefined : whole;
}

/** Keeps the lines of a text, but neutralizes characters that change the look of the text around it. */
function readable(whole: string): string {
  return whole.split("\n").map(printable).join("\n");
}

export function rect(
  box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly radius: number;
  },
  look: string,
): string {
  const { x, y, width, height, radius } = box;
  return `<rect class="${look}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;
}
