/** Reports of an impact: as sentences, for a terminal, for a pull request, and as a page. */
export { impactHtml } from "./html/page.ts";
export { siteImpactLines, type SiteImpactNames } from "./site-lines.ts";
export { impactLines, type ImpactView } from "./lines.ts";
export { impactMarkdown } from "./markdown.ts";
export { countText, numberText, percentText } from "./numbers.ts";
export { withoutSecrets } from "./secrets.ts";
export { impactSummary } from "./summary.ts";
export { plainText, type Part, type Sentence } from "./text.ts";
export { causeText, ruleWording, wayText, type ImpactNames } from "./words.ts";
