import { colors } from "../drawing/svg/style.ts";

/** Colours in light and dark mode, by name. */
export type Colors = Readonly<Record<string, readonly [light: string, dark: string]>>;

const { ground, card, ink, muted, border, path } = colors;

export const pageColors = { ground, card, ink, muted, border, link: path } satisfies Colors;

/** Colours as custom properties: `var(--ink)`. */
export function colorStyle(of: Colors): string {
  const properties = (scheme: 0 | 1): string =>
    Object.entries(of)
      .map(([name, pair]) => `--${name}:${pair[scheme]}`)
      .join(";");
  return `:root{${properties(0)}}
@media(prefers-color-scheme:dark){:root{${properties(1)}}}
`;
}

/** The style that all pages share: text, sections, and tables that stack on a narrow screen. */
export const pageStyle = `
:root{color-scheme:light dark}
${colorStyle(pageColors)}*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:76rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.2rem;margin:0 0 .75rem}
p{margin:0 0 .5rem}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace}
.about{color:var(--muted);margin-bottom:1.25rem}
.grid{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
section{border:1px solid var(--border);border-radius:8px;padding:1rem;min-width:0}
figure{margin:0 0 1rem}
figcaption,.note{color:var(--muted);font-size:.85rem}
.scroll{overflow-x:auto;position:relative}
.scroll:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px}
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
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
details{border-top:1px solid var(--border);padding:.4rem 0}
details:first-of-type{border-top:0}
summary{cursor:pointer}
a{color:var(--link)}
@media(max-width:40rem){section{padding:.75rem}th,td{padding:.3rem}h1{font-size:1.4rem}
table,tbody,tr,tbody th,td{display:block;width:auto}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tbody th span{font-weight:600}
tbody tr{border:1px solid var(--border);border-radius:6px;padding:.3rem .5rem;margin:0 0 .5rem}
tbody th,td,td.text{border:0;min-width:0;padding:.1rem 0;overflow-wrap:anywhere}
tbody th,td.text,td.number{display:flex;gap:.75rem;justify-content:space-between;text-align:right;white-space:normal}
tbody th[data-heading=""]{text-align:left}
td:empty{display:none}
[data-heading]:not([data-heading=""])::before{content:attr(data-heading);color:var(--muted);flex:none;text-align:left}}
`;
