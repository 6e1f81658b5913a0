import { counted, placeText } from "@traffic-policy/policy-language/internal";
import { colors } from "../drawing/svg/style.ts";
import { rankOf } from "../findings/alike.ts";
import { excerpt } from "../findings/excerpt.ts";
import { secretsOf } from "../findings/hidden-secrets.ts";
import { baselineText, foundText, ignoredText } from "../findings/summary.ts";
import {
  colorStyle,
  foreignText,
  markup,
  pageHtml,
  pageStyle,
  text,
  type Html,
} from "../page/index.ts";
import type { FormatTraits, ReportContext, Reporter } from "../reporter.ts";
import { titles, type Report, type Section } from "../report.ts";
import { withoutColors } from "../text/style.ts";
import { visible } from "../text/visible.ts";

/** The columns that fit into a page of a usual width. */
const ofPage = { ...withoutColors, width: 84 };

type Finding = Report["diagnostics"][number];

/**
 * Prints a page that stands alone: pictures, what was checked, the findings with their lines, worst first, and what
 * was not looked at.
 */
const htmlReport: Reporter = (report, context) => {
  const { command, failures, notes = [], notChecked = [], pictures = [], sections = [] } = report;
  const { title, done, examined } = titles[command];
  const findings = report.diagnostics.toSorted((one, other) => rankOf(one) - rankOf(other));
  const secrets = secretsOf(report);
  const parts = [
    listHtml(
      `Could not be ${done}`,
      failures.map(({ file, message, help = "" }) => `${context.nameOf(file)}: ${message} ${help}`),
    ),
    ...pictures.map(
      (
        picture,
      ) => markup`<section><div class="scroll" role="region" aria-label="Picture" tabindex="0">
          ${picture as Html}
        </div></section> `,
    ),
    ...sections.map(sectionHtml),
    findings.length === 0
      ? markup``
      : markup`<section>
          <h2>${text(counted(findings.length, "finding"))}</h2>
          ${findings.map((one) => findingHtml(one, context, secrets))}
        </section> `,
    listHtml(`Not ${examined}`, [
      ...notChecked.map(({ file, reason }) => `${context.nameOf(file)}: ${reason}`),
      ...ignoredText(report),
    ]),
  ];
  return pageHtml({
    title,
    style: `${pageStyle}${style}`,
    body: markup`<h1>${text(title)}</h1>
      <p class="headline">${foreignText(report.summary ?? foundText(report, withoutColors), 1000)}</p>
      ${[...notes, ...baselineText(report)].map((note) => markup`<p class="about">${foreignText(note, 1000)}</p> `)}
      ${parts}
      <p class="note">traffic-policy ${text(context.version)}</p> `,
  });
};

export default htmlReport;

export const traits: FormatTraits = { reportsNotChecked: true };

const { failed, ended, matched, path } = colors;

const style = `${colorStyle({ error: failed, warning: ended, info: path, good: matched })}section{margin:0 0 1rem}
.headline{font-size:1.15rem;font-weight:600}
.error{color:var(--error)}.warning{color:var(--warning)}.info{color:var(--info)}.good{color:var(--good)}
pre{margin:.4rem 0;padding:.6rem .8rem;background:var(--card);border-radius:6px;overflow-x:auto;font:.85em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace}
article{border-top:1px solid var(--border);padding:.6rem 0}
article:first-of-type{border-top:0}
`;

function sectionHtml({ name, about, result, isGood, lines }: Section): Html {
  const look = isGood === undefined ? "" : isGood ? "good" : "error";
  const policy = about === undefined ? markup`` : markup` for ${foreignText(about)}`;
  return markup`<section>
    <h2>${foreignText(name)}${policy}</h2>
    <p class="${text(look)}">${foreignText(result, 1000)}</p>
    ${preHtml(lines.map(visible))}
  </section> `;
}

/** Lines as they are; who has no mouse can scroll them, too. */
function preHtml(lines: readonly string[]): Html {
  if (lines.length === 0) return markup``;
  return markup`<pre tabindex="0">${text(lines.join("\n"))}</pre> `;
}

function findingHtml(
  { severity, message, rule, location, related = [], witness, help }: Finding,
  { nameOf, sourceOf }: ReportContext,
  secrets: ReturnType<typeof secretsOf>,
): Html {
  const lines =
    location === undefined
      ? []
      : excerpt(location, sourceOf(location.file), String, ofPage, secrets(location.file));
  const notes = [
    ...related.map((one) =>
      one.location === undefined
        ? one.message
        : `${one.message} (${placeText(nameOf(one.location.file), one.location.start)})`,
    ),
    ...(witness === undefined ? [] : [witness.message]),
    ...(help === undefined ? [] : [help]),
  ];
  return markup`<article>
    <p>
      <strong class="${text(severity)}">${text(severity)}</strong>: ${foreignText(message, 1000)}
      <code>${foreignText(rule)}</code>
    </p>
    ${location === undefined ? markup`` : markup`<p class="note">${foreignText(placeText(nameOf(location.file), location.start))}</p> `}
    ${preHtml(lines)}
    ${notes.map((note) => markup`<p class="note">${foreignText(note, 1000)}</p> `)}
  </article> `;
}

function listHtml(heading: string, items: readonly string[]): Html {
  if (items.length === 0) return markup``;
  return markup`<section>
    <h2>${text(heading)}</h2>
    <ul>
      ${items.map((item) => markup`<li>${foreignText(item, 1000)}</li> `)}
    </ul>
  </section> `;
}
