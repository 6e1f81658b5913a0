import { box, boxStyle, wrapped } from "./boxes.ts";

/** A step of a way, with who takes it. */
export interface Step {
  readonly title: string;
  readonly by: string;
  readonly about: string;
}

const size = { width: 200, height: 92, gap: 34, margin: 14, inRow: 3 };

/** Steps one after the other, in rows. */
export function stepsSvg(title: string, steps: readonly Step[]): string {
  const rows = Math.ceil(steps.length / size.inRow);
  const width = size.inRow * (size.width + size.gap) - size.gap + 2 * size.margin;
  const height = rows * (size.height + size.gap) - size.gap + 2 * size.margin;
  const place = (index: number): { x: number; y: number } => ({
    x: size.margin + (index % size.inRow) * (size.width + size.gap),
    y: size.margin + Math.floor(index / size.inRow) * (size.height + size.gap),
  });
  const drawn = steps.flatMap(({ title: name, by, about }, index) => {
    const { x, y } = place(index);
    const lines = [by, ...wrapped(about, 28)];
    const shown = box({
      x,
      y,
      width: size.width,
      height: size.height,
      title: `${index + 1} ${name}`,
      lines,
      isMarked: false,
    });
    const middle = y + size.height / 2;
    const next = place(index + 1);
    const line =
      next.y === y
        ? `M${x + size.width} ${middle}H${next.x - 2}`
        : `M${x + size.width / 2} ${y + size.height}v${size.gap / 2}H${next.x + size.width / 2}V${next.y - 2}`;
    const isLast = index === steps.length - 1;
    return [shown, ...(isLast ? [] : [`<path d="${line}" class="arrow" marker-end="url(#tip)"/>`])];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<style>${boxStyle}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" class="tip"/></marker></defs>',
    `<rect width="${width}" height="${height}" class="ground"/>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}
