import { amount, isReached, type Table } from "../../test/bench/table.ts";
import { escapedXml } from "./escaped-xml.ts";

const row = 22;
const size = { width: 860, names: 380, bars: 350, title: 40 };

/** The rows with ratios of some tables as bars, those of a table to one scale, with their goals. */
export function ratiosSvg(tables: readonly Table[]): string {
  const drawn: string[] = [];
  let y = 10;
  for (const { title, rows } of tables) {
    const bars = rows.filter(({ ratio }) => ratio !== undefined);
    const largest = Math.max(...bars.flatMap(({ ratio = 0, goal }) => [ratio, bound(goal) ?? 0]));
    const scale = size.bars / largest;
    drawn.push(text(12, y + 24, title, 'class="title"'));
    y += size.title;
    for (const [index, one] of bars.entries()) {
      const { name, ratio = 0, goal } = one;
      const width = Math.max(1, ratio * scale);
      const kind = index === 0 ? "base" : isReached(one) === false ? "missed" : "bar";
      drawn.push(
        text(size.names, y + 15, name, 'text-anchor="end"'),
        `<rect x="${size.names + 10}" y="${y + 3}" width="${width.toFixed(1)}" height="${row - 6}" rx="2" class="${kind}"/>`,
      );
      const limit = goal?.of === "ratio" ? bound(goal) : undefined;
      const mark = (limit ?? 0) * scale;
      // Behind the goal, where it would stand in it.
      const end = mark > width && mark < width + 60 ? mark : width;
      drawn.push(text(size.names + 18 + end, y + 15, `${amount(ratio)} ×`, 'class="ratio"'));
      if (limit !== undefined) {
        const x = (size.names + 10 + mark).toFixed(1);
        drawn.push(`<path d="M${x} ${y}v${row}" class="goal"/>`);
      }
      y += row;
    }
    y += 8;
  }
  y += 8;
  drawn.push(
    text(
      12,
      y + 12,
      "Each table has its own scale. The first bar is the floor or the peer; a dashed line is a goal.",
      'class="ratio"',
    ),
  );
  const height = y + 26;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}" role="img">`,
    "<title>The main ratios</title>",
    `<style>${style}</style>`,
    `<rect width="${size.width}" height="${height}" class="ground"/>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

const style =
  "text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600;font-size:14px}.ratio{fill:#59636e}.ground{fill:#fff}.base{fill:#afb8c1}.bar{fill:#3b82c4}.missed{fill:#d9822b}.goal{stroke:#1f2328;stroke-width:1.5;stroke-dasharray:3 2;fill:none}" +
  "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.ratio{fill:#9198a1}.ground{fill:#0d1117}.base{fill:#656c76}.bar{fill:#4493f8}.missed{fill:#d29922}.goal{stroke:#e6edf3}}";

function bound(goal: Table["rows"][number]["goal"]): number | undefined {
  return goal?.of === "ratio" ? (goal.most ?? goal.least) : undefined;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${Math.round(x)}" y="${y}" ${attributes}>${escapedXml(content)}</text>`;
}
