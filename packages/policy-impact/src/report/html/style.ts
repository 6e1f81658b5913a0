import { colorStyle, pageColors, pageStyle, type Colors } from "@traffic-policy/report/page";

const colors = {
  // Told apart by those who do not tell red from green.
  denied: ["#c4441c", "#f0845c"],
  forwarded: ["#0969da", "#58a6ff"],
  other: ["#8250df", "#bc8cff"],
  unknown: ["#9a6700", "#d29922"],
  same: ["#afb8c1", "#484f58"],
} as const satisfies Colors;

export type ColorName = keyof typeof colors;

/** Returns a fixed fill colour, for places where style sheets are not allowed. */
export function plainColor(name: ColorName | keyof typeof pageColors): string {
  return { ...pageColors, ...colors }[name][0];
}

const fills = Object.keys(colors)
  .map((name) => `.${name}{fill:var(--${name})}.tile.${name}{border-left-color:var(--${name})}`)
  .join("\n");

export const style = `${pageStyle}${colorStyle(colors)}
.headline{font-size:1.15rem;font-weight:600}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.75rem;margin:0 0 1rem;padding:0}
.tile{background:var(--card);border:1px solid var(--border);border-left-width:4px;border-radius:8px;padding:.6rem .8rem}
.tile dt{color:var(--muted);font-size:.85rem}
.tile dd{margin:0;font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:normal}
.tile .share{display:block;font-size:.85rem;font-weight:400;color:var(--muted)}
.whole{display:block;width:100%;height:12px;margin:0 0 1.25rem}
.summary{margin:0 0 1.5rem;padding-left:1.2rem}
.summary li{margin:.25rem 0}
.summary li:first-child{font-weight:600}
@media(min-width:62rem){.grid{grid-template-columns:repeat(2,minmax(0,1fr))}.wide{grid-column:1/-1}.pair{display:grid;grid-template-columns:minmax(0,30rem) minmax(0,1fr);gap:1.5rem;align-items:start}}
.flow{display:block;width:100%;max-width:30rem;height:auto}
.flow text{fill:var(--ink);font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Helvetica,Arial,sans-serif}
.flow .quiet{fill:var(--muted)}
.flow path{opacity:.45}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0 0 .75rem;padding:0;list-style:none;font-size:.85rem}
.legend svg{vertical-align:-1px;margin-right:.35rem}
td.bar{width:30%;min-width:4rem;padding-top:.55rem}
.bar svg{display:block;width:100%;height:12px}
.changed{font-weight:600}
.examples{margin:.4rem 0;padding-left:1.2rem}
.examples li{margin:.3rem 0}
${fills}
@media(max-width:40rem){.tile dd{font-size:1.15rem}td.bar{width:auto}}
`;
