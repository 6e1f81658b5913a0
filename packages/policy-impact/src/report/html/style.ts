const colors = {
  ground: ["#ffffff", "#0d1117"],
  card: ["#f6f8fa", "#151b23"],
  ink: ["#1f2328", "#e6edf3"],
  muted: ["#59636e", "#9198a1"],
  border: ["#d1d9e0", "#3d444d"],
  // Told apart by those who do not tell red from green.
  denied: ["#c4441c", "#f0845c"],
  forwarded: ["#0969da", "#58a6ff"],
  other: ["#8250df", "#bc8cff"],
  unknown: ["#9a6700", "#d29922"],
  same: ["#afb8c1", "#484f58"],
} as const;

export type ColorName = keyof typeof colors;

/** Returns a fixed fill colour, for places where style sheets are not allowed. */
export function plainColor(name: ColorName): string {
  return colors[name][0];
}

function properties(scheme: 0 | 1): string {
  return Object.entries(colors)
    .map(([name, pair]) => `--${name}:${pair[scheme]}`)
    .join(";");
}

const fills = (["denied", "forwarded", "other", "unknown", "same"] as const)
  .map((name) => `.${name}{fill:var(--${name})}.tile.${name}{border-left-color:var(--${name})}`)
  .join("\n");

export const style = `
:root{color-scheme:light dark;${properties(0)}}
@media(prefers-color-scheme:dark){:root{${properties(1)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:76rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.2rem;margin:0 0 .75rem}
p{margin:0 0 .5rem}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace}
.about{color:var(--muted);margin-bottom:1.25rem}
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
.grid{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
section{border:1px solid var(--border);border-radius:8px;padding:1rem;min-width:0}
@media(min-width:62rem){.grid{grid-template-columns:repeat(2,minmax(0,1fr))}.wide{grid-column:1/-1}.pair{display:grid;grid-template-columns:minmax(0,30rem) minmax(0,1fr);gap:1.5rem;align-items:start}}
figure{margin:0 0 1rem}
figcaption,.note{color:var(--muted);font-size:.85rem}
.flow{display:block;width:100%;max-width:30rem;height:auto}
.flow text{fill:var(--ink);font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Helvetica,Arial,sans-serif}
.flow .quiet{fill:var(--muted)}
.flow path{opacity:.45}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0 0 .75rem;padding:0;list-style:none;font-size:.85rem}
.legend svg{vertical-align:-1px;margin-right:.35rem}
.scroll{overflow-x:auto;position:relative}
.scroll:focus-visible,summary:focus-visible{outline:2px solid var(--forwarded);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.3rem .5rem;text-align:left;vertical-align:top;border-top:1px solid var(--border)}
th{font-weight:400}
thead th{border-top:0;color:var(--muted);font-size:.85rem;vertical-align:bottom}
th,td{overflow-wrap:break-word}
tbody th{min-width:9.5rem}
tbody th code{overflow-wrap:anywhere}
td.text{min-width:8.5rem}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;overflow-wrap:normal}
thead .number{white-space:normal}
td.bar{width:30%;min-width:4rem;padding-top:.55rem}
.bar svg{display:block;width:100%;height:12px}
.changed{font-weight:600}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
details{border-top:1px solid var(--border);padding:.4rem 0}
details:first-of-type{border-top:0}
summary{cursor:pointer}
.examples{margin:.4rem 0;padding-left:1.2rem}
.examples li{margin:.3rem 0}
a{color:var(--forwarded)}
${fills}
@media(max-width:40rem){section{padding:.75rem}th,td{padding:.3rem}h1{font-size:1.4rem}.tile dd{font-size:1.15rem}
table,tbody,tr,tbody th,td{display:block;width:auto}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tbody th span{font-weight:600}
tbody tr{border:1px solid var(--border);border-radius:6px;padding:.3rem .5rem;margin:0 0 .5rem}
tbody th,td,td.text{border:0;min-width:0;padding:.1rem 0;overflow-wrap:anywhere}
tbody th,td.text,td.number{display:flex;gap:.75rem;justify-content:space-between;text-align:right;white-space:normal}
tbody th[data-heading=""]{text-align:left}
td.bar{width:auto}
td:empty{display:none}
[data-heading]:not([data-heading=""])::before{content:attr(data-heading);color:var(--muted);flex:none;text-align:left}}
`;
