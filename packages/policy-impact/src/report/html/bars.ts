import { markup, type Html } from "@traffic-policy/report/page";
import { plainColor, type ColorName } from "./style.ts";

export interface BarPart {
  readonly color: ColorName;
  readonly count: number;
}

/** In percent. Keeps small parts visible. */
const narrowest = 0.7;

/**
 * Draws a bar of adjacent parts. The table around it has the same figures, so the bar carries no information of its
 * own.
 *
 * @param whole - the count for the full width
 */
export function barHtml(parts: readonly BarPart[], whole: number, look = ""): Html {
  const seen = parts.filter(({ count }) => count > 0);
  const widths = seen.map(({ count }) =>
    Math.max(narrowest, whole === 0 ? 0 : (100 * count) / whole),
  );
  // What is wider than it should be takes that from the widest.
  const over = widths.reduce((sum, width) => sum + width, 0) - 100;
  const widest = widths.indexOf(Math.max(...widths));
  let x = 0;
  const rects = seen.map(({ color }, index) => {
    const width = (widths[index] ?? 0) - (index === widest && over > 0 ? over : 0);
    const rect = markup`<rect
      class="${{ text: color }}"
      fill="${{ text: plainColor(color) }}"
      x="${{ text: percent(x) }}"
      width="${{ text: percent(width) }}"
      height="12"
    />`;
    x += width;
    return rect;
  });
  const classes = look === "" ? markup`` : markup` class="${{ text: look }}"`;
  return markup`<svg${classes} width="100%" height="12" aria-hidden="true" focusable="false">${rects}</svg>`;
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}

export function legendHtml(
  entries: readonly (readonly [color: ColorName, meaning: string])[],
): Html {
  const items = entries.map(
    ([color, meaning]) =>
      markup`<li>
        <svg width="12" height="12" aria-hidden="true" focusable="false">
          <rect
            class="${{ text: color }}"
            fill="${{ text: plainColor(color) }}"
            width="12"
            height="12"
            rx="2"
          /></svg
        >${{ text: meaning }}
      </li>`,
  );
  return markup`<ul class="legend">
    ${items}
  </ul> `;
}
