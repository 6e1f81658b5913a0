import { changeOf, type Change } from "../../change.ts";
import type { Impact, Passage, Way } from "../../impact.ts";
import { numberText } from "../numbers.ts";
import { rankOfWay, wayText } from "../words.ts";
import { markup, text, type Html } from "@traffic-policy/report/page";
import { plainColor, type ColorName } from "./style.ts";

export const colorOfChange: Readonly<Record<Change, ColorName>> = {
  "newly-denied": "denied",
  "newly-forwarded": "forwarded",
  other: "other",
};

interface Station {
  readonly label: string;
  readonly count: number;
  readonly y: number;
  readonly height: number;
  used: number;
}

const width = 400;
const top = 26;
const tall = 180;
const lowest = 36;
const gap = 10;
const side = 8;
const [left, right] = [128, width - 128];

/**
 * Draws a flow diagram of the exchanges that change: bands from outcomes on the left to outcomes on the right, with
 * widths in proportion to the counts. The table next to it has the same figures.
 */
export function flowHtml({ passages }: Impact): Html {
  const changed = passages.filter(({ isChanged }) => isChanged === true);
  if (changed.length === 0) return markup``;
  const all = changed.reduce((sum, { count }) => sum + count, 0);
  const before = stations(changed, all, (one) => one.before);
  const after = stations(changed, all, (one) => one.after);
  const height = Math.max(
    ...[...before.values(), ...after.values()].map((one) => one.y + one.height),
  );
  const sorted = changed.toSorted(
    (one, other) =>
      rankOfWay(one.before) - rankOfWay(other.before) ||
      rankOfWay(one.after) - rankOfWay(other.after),
  );
  const bands = merged(sorted).map(({ from, to, count, change }) => {
    const [one, other] = [before.get(from), after.get(to)];
    return one === undefined || other === undefined ? markup`` : band(one, other, count, change);
  });
  return markup`<svg
    class="flow"
    viewBox="0 0 ${width} ${Math.ceil(height) + 4}"
    width="${width}"
    role="img"
    aria-label="${text(`Bands from outcomes before to outcomes after, of what changes; the table has the figures.`)}"
  >
    <text
      class="quiet"
      x="${left - side - 6}"
      y="14"
      text-anchor="end"
      fill="${text(plainColor("muted"))}"
    >
      before
    </text>
    <text class="quiet" x="${right + side + 6}" y="14" fill="${text(plainColor("muted"))}">
      after
    </text>
    ${bands}
    ${[...before.values()].map((one) => stationHtml(one, left - side, left - side - 6, "end"))}
    ${[...after.values()].map((one) => stationHtml(one, right, right + side + 6, "start"))}
  </svg> `;
}

function stations(
  passages: readonly Passage[],
  all: number,
  wayOf: (passage: Passage) => Way,
): Map<string, Station> {
  const counts = new Map<string, number>();
  const sorted = passages.toSorted((one, other) => rankOfWay(wayOf(one)) - rankOfWay(wayOf(other)));
  for (const passage of sorted) {
    const label = wayText(wayOf(passage));
    counts.set(label, (counts.get(label) ?? 0) + passage.count);
  }
  const placed = new Map<string, Station>();
  let y = top;
  for (const [label, count] of counts) {
    const height = Math.max(lowest, (tall * count) / all);
    placed.set(label, { label, count, y, height, used: 0 });
    y += height + gap;
  }
  return placed;
}

interface Band {
  readonly from: string;
  readonly to: string;
  readonly change: Change;
  count: number;
}

function merged(passages: readonly Passage[]): Band[] {
  const bands = new Map<string, Band>();
  for (const { before, after, count } of passages) {
    const [from, to] = [wayText(before), wayText(after)];
    const key = JSON.stringify([from, to]);
    const known = bands.get(key);
    if (known === undefined) {
      bands.set(key, { from, to, count, change: changeOf(before.kind, after.kind) });
    } else known.count += count;
  }
  return [...bands.values()];
}

function band(one: Station, other: Station, count: number, change: Change): Html {
  const [y0, h0] = take(one, count);
  const [y1, h1] = take(other, count);
  const [x0, x1, middle] = [left, right, width / 2];
  const color = colorOfChange[change];
  const d = `M${x0} ${round(y0)}C${middle} ${round(y0)} ${middle} ${round(y1)} ${x1} ${round(y1)}V${round(y1 + h1)}C${middle} ${round(y1 + h1)} ${middle} ${round(y0 + h0)} ${x0} ${round(y0 + h0)}Z`;
  return markup`<path
    class="${text(color)}"
    fill="${text(plainColor(color))}"
    opacity="0.45"
    d="${text(d)}"
  /> `;
}

function take(station: Station, count: number): readonly [y: number, height: number] {
  const height = (station.height * count) / station.count;
  const y = station.y + station.used;
  station.used += height;
  return [y, height];
}

function stationHtml(
  { label, count, y, height }: Station,
  x: number,
  textX: number,
  anchor: "start" | "end",
): Html {
  const middle = round(y + height / 2);
  return markup`<rect
      class="same"
      fill="${text(plainColor("same"))}"
      x="${x}"
      y="${round(y)}"
      width="${side}"
      height="${round(height)}"
    />
    <text x="${textX}" y="${middle - 3}" text-anchor="${text(anchor)}">${text(label)}</text>
    <text
      class="quiet"
      x="${textX}"
      y="${middle + 13}"
      text-anchor="${text(anchor)}"
      fill="${text(plainColor("muted"))}"
      >${text(numberText(count))}</text
    > `;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
