import { createHash } from "node:crypto";
import {
  foreignText,
  markup,
  pageHtml,
  tableHtml,
  text,
  type Column,
  type Html,
} from "@traffic-policy/report/page";
import type { Impact } from "../../impact.ts";
import { countText, numberText, percentText } from "../numbers.ts";
import { summaryParts } from "../summary.ts";
import {
  changeCounts,
  exampleLine,
  reportTables,
  shownPassages,
  type ReportRow,
  type ReportTable,
} from "../tables.ts";
import { plainText, type Sentence } from "../text.ts";
import { changeWords, passageText, ruleWording, type ImpactNames } from "../words.ts";
import { barHtml, legendHtml, type BarPart } from "./bars.ts";
import { colorOfChange, flowHtml } from "./flow.ts";
import { style, type ColorName } from "./style.ts";

/**
 * A report as one page that stands alone: no scripts, nothing from elsewhere, readable in light and dark. Its policy
 * lets in the one style sheet that it has; where a server's policy does not, the page is plain and complete.
 */
export function impactHtml(impact: Impact, names: ImpactNames): string {
  const digest = createHash("sha256").update(style).digest("base64");
  const title = `Impact of ${names.after} on ${names.log}`;
  const [outcomes, changes, ...others] = reportTables(impact, names);
  const summary = summaryParts(impact, names);
  const body = markup`
          <h1>Impact on recorded traffic</h1>
          <p class="about">
            <code>${foreignText(names.before)}</code> → <code>${foreignText(names.after)}</code>, on
            <code>${foreignText(names.log)}</code>
          </p>
          ${summary.concentration.map((one, index) => markup`<p class="${text(index === 0 ? "headline" : "about")}">${sentenceHtml(one)}</p> `)}${tiles(impact, names)}${wholeBar(impact)}
          <ul class="summary">
            ${[...summary.changes, ...summary.others].map((one) => markup`<li>${sentenceHtml(one)}</li> `)}
          </ul>
          <div class="grid">
            ${outcomesSection(outcomes, impact)}${tableSection(changes, "wide")}${others.map((one) => tableSection(one, ""))}${examplesSection(impact, names)}
          </div>
  `;
  return pageHtml({ title, style, styleSource: `'sha256-${digest}'`, body });
}

function tiles(impact: Impact, { exchange = "request" }: ImpactNames): Html {
  const { seen, changed, newlyDenied, newlyForwarded, unknown } = impact;
  const tile = (color: ColorName, name: string, count: number, isShared = true): Html =>
    markup`<div class="tile ${text(color)}">
      <dt>${text(name)}</dt>
      <dd>
        ${text(numberText(count))}${isShared ? markup`<span class="share">${text(percentText(count, seen))}</span>` : markup``}
      </dd>
    </div> `;
  return markup`<dl class="tiles">
    ${tile("same", `${exchange}s`, seen, false)}${tile("denied", changeWords["newly-denied"], newlyDenied)}${tile("forwarded", changeWords["newly-forwarded"], newlyForwarded)}${tile("other", changeWords.other, changed - newlyDenied - newlyForwarded)}${tile("unknown", "not known", unknown)}
  </dl> `;
}

function wholeBar(impact: Impact): Html {
  const { seen, changed, unknown } = impact;
  if (seen === 0) return markup``;
  const parts = [...barParts(changeCounts(impact)), { color: "unknown" as const, count: unknown }];
  const same = { color: "same" as const, count: seen - changed - unknown };
  return barHtml([...parts, same], seen, "whole");
}

function barParts(changes: NonNullable<ReportRow["changes"]>): readonly BarPart[] {
  return changes.map(({ change, count }) => ({ color: colorOfChange[change], count }));
}

function outcomesSection(table: ReportTable, impact: Impact): Html {
  if (table.rows.length === 0) return markup``;
  const flow = flowHtml(impact);
  const figure =
    flow === ""
      ? markup`<p class="note">Nothing is known to change.</p> `
      : markup`<figure>
          ${flow}
          <figcaption>Only what changes is drawn.</figcaption>
        </figure> `;
  return markup`<section class="wide">
    <h2>${sentenceHtml(table.title)}</h2>
    <div class="pair">${figure}${withBars(table)}</div>
  </section> `;
}

function tableSection(table: ReportTable, look: "" | "wide"): Html {
  const { title, rows, more } = table;
  if (rows.length === 0) return markup``;
  const note =
    more > 0 ? markup`<p class="note">${text(`and ${numberText(more)} more`)}</p> ` : markup``;
  const classes = look === "" ? markup`` : markup` class="${text(look)}"`;
  return markup`<section${classes}>
    <h2>${sentenceHtml(title)}</h2>
    ${legend(rows)}${withBars(table)}${note}
  </section> `;
}

function legend(rows: readonly ReportRow[]): Html {
  const all = rows.flatMap(({ changes = [] }) => changes).filter(({ count }) => count > 0);
  const shown = [...new Set(all.map(({ change }) => change))];
  if (shown.length < 2) return markup``;
  return legendHtml(shown.map((change) => [colorOfChange[change], changeWords[change]]));
}

/** The table, with a bar for each row that counts changes. */
function withBars({ title, headings, numbers, rows }: ReportTable): Html {
  const counts = rows.flatMap(({ changes = [] }) => (changes.length === 0 ? [] : [sumOf(changes)]));
  const most = Math.max(...counts);
  const columns = headings.map((heading, index): Column => ({
    title: heading === "" ? "value" : heading,
    ...(heading === "" && { isHidden: true }),
    ...(numbers.includes(index) && { kind: "number" }),
  }));
  const [at = 0] = numbers;
  const bar = { title: "bar", isHidden: true, kind: "bar" } as const;
  const cells = rows.map((row) => {
    const own = row.changes && barHtml(barParts(row.changes), most);
    return row.cells.map(sentenceHtml).toSpliced(at, 0, ...(own ? [own] : []));
  });
  const all = columns.toSpliced(at, 0, ...(counts.length === 0 ? [] : [bar]));
  return tableHtml(plainText(title), all, cells);
}

function sumOf(changes: NonNullable<ReportRow["changes"]>): number {
  return changes.reduce((sum, { count }) => sum + count, 0);
}

function examplesSection(impact: Impact, { linkOf }: ImpactNames): Html {
  const passages = shownPassages(impact);
  if (passages.length === 0) return markup``;
  const ruleOf = ruleWording(impact);
  const parts = passages.map((passage) => {
    const lines = passage.examples.map((one) => {
      const line = markup`<code>${foreignText(exampleLine(one), 1000)}</code>`;
      return markup`<li>${line}${linkHtml(linkOf?.(one))}</li> `;
    });
    return markup`<details>
      <summary>
        ${sentenceHtml(passageText(passage, ruleOf))}:
        ${text(countText(passage.examples.length, "example"))} of ${text(numberText(passage.count))}
      </summary>
      <ul class="examples">
        ${lines}
      </ul>
    </details> `;
  });
  return markup`<section class="wide">
    <h2>Examples</h2>
    <p class="note">
      Each one whose result is known was replayed in the engine. Values that may be secrets are
      hidden${text(linkOf === undefined ? "." : ", and also left out where an example opens in the playground.")}
    </p>
    ${parts}
  </section> `;
}

function linkHtml(address: string | undefined): Html {
  if (address === undefined) return markup``;
  return markup` <a href="${text(address)}">Open in playground</a>`;
}

function sentenceHtml(sentence: Sentence): Html {
  const parts = sentence.map((part) => {
    if (typeof part === "string") return markup`${text(part)}`;
    return markup`<code>${foreignText("code" in part ? part.code : part.name)}</code>`;
  });
  return markup`${parts}`;
}
