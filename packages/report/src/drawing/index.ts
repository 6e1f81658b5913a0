/** Draws a policy as a picture: the content, and its SVG and Mermaid formats. */
export { drawPolicy, type DrawOptions } from "./draw-policy.ts";
export type {
  Drawing,
  DrawnAction,
  DrawnChange,
  DrawnEnding,
  DrawnExpression,
  DrawnOutcome,
  DrawnPlace,
  DrawnRule,
  DrawnSection,
  Reach,
} from "./drawing.ts";
export { usualDetail, type Detail } from "./detail.ts";
export { svgText, type SvgOptions } from "./svg/svg-text.ts";
export { escapedXml } from "./svg/xml.ts";
export type { DrawnEndpoint, DrawnForward, DrawnSite } from "./drawn-site.ts";
export { siteMermaid } from "./site-mermaid.ts";
export { siteSvg } from "./svg/site-svg.ts";
export { isDrawing } from "./is-drawing.ts";
export { DrawingError, mermaidText, type MermaidOptions } from "./mermaid-text.ts";
