/**
 * The colours of drawings and pages in light and dark mode, by name; a page can override each of a drawing as
 * `--drawing-<name>`.
 */
export const colors = {
  ground: ["#ffffff", "#0d1117"],
  card: ["#f6f8fa", "#151b23"],
  ink: ["#1f2328", "#e6edf3"],
  muted: ["#59636e", "#9198a1"],
  line: ["#8c959f", "#656c76"],
  border: ["#d1d9e0", "#3d444d"],
  path: ["#0969da", "#4493f8"],
  matched: ["#1a7f37", "#3fb950"],
  ended: ["#9a6700", "#d29922"],
  failed: ["#cf222e", "#f85149"],
} as const;

type Color = keyof typeof colors;

/** The class of the root, which scopes all styles, because a page may hold several drawings and other content. */
export const rootClass = "traffic-policy-drawing";

const families = {
  sans: "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif",
  mono: "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace",
};

/** Returns a fallback declaration for programs without custom properties, and the declaration for all others. */
function color(property: "fill" | "stroke", name: Color): string {
  return `${property}:${colors[name][0]};${property}:var(--d-${name})`;
}

const rules: Readonly<Record<string, string>> = {
  text: `font:12px ${families.sans};white-space:pre;${color("fill", "ink")}`,
  ".code": `font-family:${families.mono}`,
  ".heading": "font-size:16px;font-weight:600",
  ".name": "font-size:14px;font-weight:600",
  ".bold": "font-weight:600",
  ".small": "font-size:11px",
  ".muted": color("fill", "muted"),
  ".ground": color("fill", "ground"),
  ".box": `${color("fill", "card")};${color("stroke", "border")}`,
  ".node": `${color("fill", "ground")};${color("stroke", "line")};stroke-width:1.5`,
  ".rule-off": `${color("stroke", "border")};fill:none`,
  ".line": `${color("stroke", "line")};stroke-width:1.5;fill:none`,
  ".tip": color("fill", "line"),
  ".perhaps": "stroke-dasharray:4 3",
  ".lit": `${color("stroke", "path")};stroke-width:3;fill:none`,
  ".lit-tip": color("fill", "path"),
  ".on-path": `${color("stroke", "path")};stroke-width:2`,
  ".in-path": color("fill", "path"),
  ".in-matched": color("fill", "matched"),
  ".in-ended": color("fill", "ended"),
  ".in-failed": color("fill", "failed"),
  ".on-matched": `${color("stroke", "matched")};stroke-width:2`,
  ".on-ended": `${color("stroke", "ended")};stroke-width:2`,
  ".on-failed": `${color("stroke", "failed")};stroke-width:2`,
};

export const style = [
  `.${rootClass}{${customProperties(0)}}`,
  `@media(prefers-color-scheme:dark){.${rootClass}{${customProperties(1)}}}`,
  ...Object.entries(rules).map(([selector, text]) => `.${rootClass} ${selector}{${text}}`),
].join("");

function customProperties(scheme: 0 | 1): string {
  return Object.entries(colors)
    .map(([name, pair]) => `--d-${name}:var(--drawing-${name},${pair[scheme]})`)
    .join(";");
}
