/** Pages of HTML that stand alone: their frame, tables and style. */
export { foreignText, markup, tableHtml, text, type Column, type Html } from "./elements.ts";
export { pageHtml, type PageContent } from "./page.ts";
export { colorStyle, pageColors, pageStyle, type Colors } from "./style.ts";
