import { createHash } from "node:crypto";
import type { Impact } from "../../impact.ts";
import { countText, numberText, percentText } from "../numbers.ts";
import { summarySentences } from "../summary.ts";
import {
  changesByRule,
  dimensionTables,
  exampleLine,
  matchesOf,
  otherwiseChanged,
  outcomeMatrix,
  shownPassages,
  type DimensionTable,
  type OutcomeCell,
} from "../tables.ts";
import { changeWords, passageText, ruleWording, type ImpactNames } from "../words.ts";
import { barHtml, legendHtml } from "./bars.ts";
import {
  foreignText,
  markup,
  sentenceHtml,
  tableHtml,
  text,
  type Column,
  type Html,
} from "./elements.ts";
import { colorOfChange, flowHtml } from "./flow.ts";
import { style, type ColorName } from "./style.ts";

/**
 * A report as one page that stands alone: no scripts, nothing from elsewhere, readable in light and dark. Its policy
 * lets in the one style sheet that it has; where a server's policy does not, the page is plain and complete.
 */
export function impactHtml(impact: Impact, names: ImpactNames): string {
  const digest = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
  const title = `Impact of ${names.after} on ${names.log}`;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${text(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${foreignText(title)}</title>
        <style>${style as Html}</style>
      </head>
      <body>
        <main>
          <h1>Impact on recorded traffic</h1>
          <p class="about">
            <code>${foreignText(names.before)}</code> → <code>${foreignText(names.after)}</code>, on
            <code>${foreignText(names.log)}</code>
          </p>
          ${tiles(impact, names)}${wholeBar(impact)}
          <ul class="summary">
            ${summarySentences(impact, names).map((one) => markup`<li>${sentenceHtml(one)}</li> `)}
          </ul>
          <div class="grid">
            ${outcomesSection(impact)}${changesSection(impact)}${dimensionTables(impact).map((one) => dimensionSection(one, impact))}${([0, 1] as const).map((side) => matchesSection(impact, names, side))}${examplesSection(impact)}
          </div>
        </main>
      </body>
    </html> `;
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
  const parts = [...changeParts(impact), { color: "unknown" as const, count: unknown }];
  const same = { color: "same" as const, count: seen - changed - unknown };
  return barHtml([...parts, same], seen, "whole");
}

function changeParts(row: Pick<Impact, "changed" | "newlyDenied" | "newlyForwarded">) {
  return [
    { color: colorOfChange["newly-denied"], count: row.newlyDenied },
    { color: colorOfChange["newly-forwarded"], count: row.newlyForwarded },
    { color: colorOfChange.other, count: otherwiseChanged(row) },
  ];
}

function outcomesSection(impact: Impact): Html {
  const { before, after, cells } = outcomeMatrix(impact);
  if (before.length === 0) return markup``;
  const columns: Column[] = [
    { title: markup`before ↓ after →` },
    ...after.map((label): Column => ({ title: markup`${text(label)}`, kind: "number" })),
  ];
  const rows = before.map((row, at) => [
    markup`${text(row)}`,
    ...after.map((column, index) => cellHtml(cells[at]?.[index], row === column)),
  ]);
  const caption = "How many went which way before, and go which way after";
  const flow = flowHtml(impact);
  const figure =
    flow === ""
      ? markup`<p class="note">Nothing is known to change.</p> `
      : markup`<figure>
          ${flow}
          <figcaption>Only what changes is drawn.</figcaption>
        </figure> `;
  return markup`<section class="wide">
    <h2>From outcome to outcome</h2>
    <div class="pair">${figure}${tableHtml(caption, columns, rows)}</div>
  </section> `;
}

function cellHtml(cell: OutcomeCell | undefined, isSame: boolean): Html {
  if (cell === undefined) return markup`–`;
  const { count, changed } = cell;
  if (changed === 0) return markup`${text(numberText(count))}`;
  if (!isSame) return markup`<strong class="changed">${text(numberText(count))}</strong>`;
  return markup`${text(numberText(count))}<br /><span class="note"
      >${text(numberText(changed))} with another result</span
    >`;
}

function changesSection(impact: Impact): Html {
  const rows = changesByRule(impact);
  const [most] = rows;
  if (most === undefined) return markup``;
  const columns: Column[] = [
    { title: markup`change` },
    { title: markup`before` },
    { title: markup`after` },
    { title: markup`<span class="hidden">bar</span>`, kind: "bar" },
    { title: markup`count`, kind: "number" },
    { title: markup`share`, kind: "number" },
  ];
  const cells = rows.map(({ change, before, after, count }) => [
    markup`${text(changeWords[change])}`,
    sentenceHtml(before),
    sentenceHtml(after),
    barHtml([{ color: colorOfChange[change], count }], most.count),
    markup`${text(numberText(count))}`,
    markup`${text(percentText(count, impact.changed))}`,
  ]);
  return markup`<section class="wide">
    <h2>What changes, by rule</h2>
    ${tableHtml("What changes, by the rules that decide", columns, cells)}
  </section> `;
}

function dimensionSection({ name, title, rows, values }: DimensionTable, impact: Impact): Html {
  const others = otherwiseChanged(impact);
  const kinds = [
    ["newly-denied", impact.newlyDenied],
    ["newly-forwarded", impact.newlyForwarded],
    ["other", others],
  ] as const;
  const shown = kinds.filter(([, count]) => count > 0).map(([change]) => change);
  const columns: Column[] = [
    { title: markup`${text(name)}` },
    { title: markup`<span class="hidden">bar</span>`, kind: "bar" },
    ...shown.map((change): Column => ({
      title: markup`${text(changeWords[change])}`,
      kind: "number",
    })),
  ];
  const most = Math.max(...rows.map(({ changed }) => changed));
  const cells = rows.map((row) => {
    const counts = {
      "newly-denied": row.newlyDenied,
      "newly-forwarded": row.newlyForwarded,
      other: otherwiseChanged(row),
    };
    return [
      markup`<code>${foreignText(row.value, 120)}</code>`,
      barHtml(changeParts(row), most),
      ...shown.map((change) => markup`${text(numberText(counts[change]))}`),
    ];
  });
  const legend =
    shown.length > 1
      ? legendHtml(shown.map((change) => [colorOfChange[change], changeWords[change]]))
      : markup``;
  const more = values - rows.length;
  const note =
    more > 0 ? markup`<p class="note">${text(`and ${numberText(more)} more`)}</p> ` : markup``;
  return markup`<section>
    <h2>${text(title)}</h2>
    ${legend}${tableHtml(`What changes, ${title.toLowerCase()}`, columns, cells)}${note}
  </section> `;
}

function matchesSection(impact: Impact, names: ImpactNames, side: 0 | 1): Html {
  const rows = matchesOf(impact, side);
  if (rows.length === 0) return markup``;
  const hasPerhaps = rows.some(({ perhaps }) => perhaps > 0);
  const columns: Column[] = [
    { title: markup`rule` },
    { title: markup`matched`, kind: "number" },
    ...(hasPerhaps ? [{ title: markup`perhaps matched`, kind: "number" } as const] : []),
  ];
  const cells = rows.map(({ rule, count, perhaps }) => [
    sentenceHtml(rule),
    markup`${text(numberText(count))}`,
    ...(hasPerhaps ? [markup`${text(numberText(perhaps))}`] : []),
  ]);
  const which = side === 0 ? "before" : "after";
  return markup`<section>
    <h2>Rules ${text(which)}: <code>${foreignText(names[which])}</code></h2>
    ${tableHtml(`How often each rule matched, ${which}`, columns, cells)}
  </section> `;
}

function examplesSection(impact: Impact): Html {
  const passages = shownPassages(impact);
  if (passages.length === 0) return markup``;
  const ruleOf = ruleWording(impact);
  const parts = passages.map((passage) => {
    const lines = passage.examples.map(
      (one) => markup`<li><code>${foreignText(exampleLine(one), 1000)}</code></li> `,
    );
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
      hidden.
    </p>
    ${parts}
  </section> `;
}
