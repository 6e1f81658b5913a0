import { escapedXml } from "./escaped-xml.ts";
import type { Run } from "./terminal-screen.ts";

const letter = { width: 8.4, height: 19, size: 14 };
const margin = { side: 18, top: 42, bottom: 16 };

const background = "#16181d";
const foreground = "#d7dae0";

/** The first eight colours of a terminal, and the bright ones. */
const colors = [
  ["#3b3f4a", "#f0717b", "#8ccf7e", "#e5c76b", "#6cb0f4", "#c792ea", "#67cbd4", "#d7dae0"],
  ["#7d838f", "#ff8b92", "#a5e075", "#f2d98b", "#8cc4ff", "#dbb2f5", "#8fe3ea", "#ffffff"],
].flat();

/**
 * A picture of a terminal that shows these lines. Every run of letters has its place and its width, so
 * that it looks the same with every font.
 *
 * @param columns - how wide the terminal is
 * @param title - what is in the picture, for whoever does not see it
 */
export function terminalSvg(
  lines: readonly (readonly Run[])[],
  { columns, title }: { readonly columns: number; readonly title: string },
): string {
  const width = Math.ceil(columns * letter.width + 2 * margin.side);
  const height = margin.top + lines.length * letter.height + margin.bottom;
  const dots = ["#f0717b", "#e5c76b", "#8ccf7e"].map(
    (color, index) => `<circle cx="${20 + index * 18}" cy="19" r="5.5" fill="${color}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" rx="9" fill="${background}"/>`,
    ...dots,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${letter.size}">`,
    ...lines.flatMap((runs, row) => runs.flatMap((run) => drawn(run, row))),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function drawn(run: Run, row: number): string[] {
  const { text, bold, dim, inverse, underline, color, background: behind } = run;
  const x = rounded(margin.side + run.column * letter.width);
  const y = margin.top + row * letter.height;
  const width = rounded(run.width * letter.width);
  const own = (color === undefined ? undefined : colors[color]) ?? foreground;
  const block = inverse ? own : behind === undefined ? undefined : colors[behind];
  const blocks =
    block === undefined
      ? []
      : [`<rect x="${x}" y="${y}" width="${width}" height="${letter.height}" fill="${block}"/>`];
  if (text.trim() === "") return blocks;
  const looks = [
    `fill="${inverse ? background : own}"`,
    ...(bold ? ['font-weight="bold"'] : []),
    ...(dim ? ['opacity="0.65"'] : []),
    ...(underline ? ['text-decoration="underline"'] : []),
  ].join(" ");
  const letters = `<text x="${x}" y="${y + 14}" textLength="${width}" lengthAdjust="spacingAndGlyphs" ${looks}>${escaped(text)}</text>`;
  return [...blocks, letters];
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Spaces that are next to each other, or at an end, would be taken for one or none. */
function escaped(text: string): string {
  return escapedXml(text.replaceAll(" ", "\u00a0"));
}
