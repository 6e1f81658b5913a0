import { escapedXml } from "./escaped-xml.ts";
import { box, boxStyle, wrapped } from "./boxes.ts";

const size = { width: 172, height: 78, gap: 14, level: 62, margin: 14 };

interface Placed {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/**
 * Packages with an arrow from each to those that it imports; arrows that follow from others are left
 * out. What imports nothing is at the bottom.
 *
 * @param about - a phrase for each package
 */
export function packagesSvg(
  arrows: Readonly<Record<string, readonly string[]>>,
  about: Readonly<Record<string, string>>,
  isMarked: (name: string) => boolean,
): string {
  const names = Object.keys(arrows);
  const levels = levelsOf(arrows);
  const highest = Math.max(...levels.values());
  const rows = Array.from({ length: highest + 1 }, (_item, level) =>
    names.filter((name) => levels.get(name) === level),
  );
  const widest = Math.max(...rows.map(widthOf));
  const width = widest + 2 * size.margin;
  const height = (highest + 1) * (size.height + size.level) - size.level + 2 * size.margin + 30;
  const placed = new Map<string, Placed>();
  for (const [level, row] of rows.entries()) {
    const y = size.margin + (highest - level) * (size.height + size.level);
    // Above what they import, as far as there is room.
    const wish = (name: string): number => {
      const below = direct(name, arrows).flatMap((other) => placed.get(other)?.x ?? []);
      return below.reduce((sum, x) => sum + x, 0) / Math.max(1, below.length);
    };
    const isAlone = row.length === 1 && row[0] !== undefined && direct(row[0], arrows).length === 1;
    let x = isAlone ? wish(row[0] ?? "") : (width - widthOf(row)) / 2;
    for (const name of row.toSorted((one, other) => wish(one) - wish(other))) {
      placed.set(name, { name, x, y });
      x += size.width + size.gap;
    }
  }
  const lines = names.flatMap((name) =>
    direct(name, arrows).map((other) => arrow(placed.get(name), placed.get(other))),
  );
  const boxes = [...placed.values()].map(({ name, x, y }) =>
    box({
      x,
      y,
      width: size.width,
      height: size.height,
      title: name,
      lines: wrapped(about[name] ?? "", 26),
      isMarked: isMarked(name),
    }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapedXml("The packages, and which imports which")}</title>`,
    `<style>${boxStyle}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" class="tip"/></marker></defs>',
    `<rect width="${width}" height="${height}" class="ground"/>`,
    ...lines,
    ...boxes,
    `<text x="${size.margin}" y="${height - 12}" class="note">An arrow: imports. What follows from other arrows is left out. Blue: runs in a browser, too.</text>`,
    "</svg>",
    "",
  ].join("\n");
}

function widthOf(row: readonly string[]): number {
  return row.length * size.width + (row.length - 1) * size.gap;
}

/** How many arrows it is from each package to one without any. */
function levelsOf(arrows: Readonly<Record<string, readonly string[]>>): Map<string, number> {
  const levels = new Map<string, number>();
  const levelOf = (name: string): number => {
    const known = levels.get(name);
    if (known !== undefined) return known;
    const level = Math.max(-1, ...(arrows[name] ?? []).map(levelOf)) + 1;
    levels.set(name, level);
    return level;
  };
  for (const name of Object.keys(arrows)) levelOf(name);
  return levels;
}

/** What a package imports, without what others that it imports do import themselves. */
function direct(name: string, arrows: Readonly<Record<string, readonly string[]>>): string[] {
  const all = arrows[name] ?? [];
  const isReached = (from: string, other: string): boolean =>
    (arrows[from] ?? []).some((next) => next === other || isReached(next, other));
  return all.filter((other) => !all.some((one) => one !== other && isReached(one, other)));
}

function arrow(from: Placed | undefined, to: Placed | undefined): string {
  if (from === undefined || to === undefined) return "";
  const [x1, y1] = [from.x + size.width / 2, from.y + size.height];
  const [x2, y2] = [to.x + size.width / 2, to.y];
  // Arrows to one package meet at its edge, and not in one point.
  const end = x2 + Math.max(-60, Math.min(60, (x1 - x2) / 6));
  const start = x1 + Math.max(-78, Math.min(78, (x2 - x1) / 2.8));
  return `<path d="M${Math.round(start)} ${y1}L${Math.round(end)} ${y2 - 2}" class="arrow" marker-end="url(#tip)"/>`;
}
