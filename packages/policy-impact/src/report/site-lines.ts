import { aligned, bar, type Style } from "@traffic-policy/report";
import type { SiteImpact, SiteWay } from "../site-impact.ts";
import { countText, numberText, percentText } from "./numbers.ts";
import { foreign, plainText, type Sentence } from "./text.ts";
import { causeText } from "./words.ts";

/** The names that a report about a site uses. */
export interface SiteImpactNames {
  /** The paths of the site. */
  readonly site: string;
  /** Where the requests are from. */
  readonly log: string;
  readonly notes?: readonly Sentence[];
  /** How many ways and hosts are shown. */
  readonly top: number;
}

/** A report of the ways of recorded requests through a site, for a terminal. */
export function siteImpactLines(
  impact: SiteImpact,
  { site, log, notes = [], top }: SiteImpactNames,
  style: Style,
): string[] {
  const { ways, hosts, elsewhere, seen, unknown, idle } = impact;
  const share = (count: number): string[] => [numberText(count), percentText(count, seen)];
  const wayRows = ways.map((way) => {
    const text = wayText(way);
    const drawn = style.yellow(bar(way.count / seen, barColumns, style));
    return [foreign(text, longestWay), drawn, endText(way), ...share(way.count)];
  });
  const hostRows = hosts.map(({ host, count }) => [foreign(host), ...share(count)]);
  return [
    style.bold(`The site of ${foreign(site)}, on ${foreign(log)}`),
    ...sentences(impact).map((one) => plainText(one)),
    ...notes.map((one) => plainText(one)),
    ...tableLines("Ways", ["way", "", "outcome", "count", "share"], wayRows, top, style),
    ...(elsewhere === 0
      ? []
      : tableLines("Hosts that no endpoint has", ["host", "count", "share"], hostRows, top, style)),
    ...(idle.length === 0 || seen === 0
      ? []
      : [
          "",
          style.bold(
            `Endpoints ${unknown === 0 ? "without a request" : "that no request is known to come to"}`,
          ),
          ...idle.map((url) => `  ${foreign(url)}`),
        ]),
  ];
}

const barColumns = 10;

const longestWay = 200;

function sentences({
  rows,
  skipped,
  seen,
  elsewhere,
  unknown,
  reasons,
  ways,
}: SiteImpact): Sentence[] {
  if (seen === 0) {
    return [[rows === 0 ? "The log is empty." : "There is no request to evaluate."]];
  }
  const known = seen - elsewhere - unknown;
  const share = (count: number): string => `${numberText(count)} (${percentText(count, seen)})`;
  return [
    [`Requests: ${numberText(seen)}. On a way that is known: ${share(known)}.`],
    ...(elsewhere === 0 ? [] : [[`For hosts that no endpoint has: ${share(elsewhere)}.`]]),
    ...(unknown === 0 ? [] : [[`On a way that is not known: ${share(unknown)}.`]]),
    ...reasons.map(({ cause, count }): Sentence => [
      `For ${countText(count, "request")}, `,
      ...causeText(cause),
      ".",
    ]),
    ...ways.flatMap(({ endpoints, error, count }): Sentence[] =>
      error === undefined
        ? []
        : [
            [
              `At ${endpoints.at(-1) ?? ""}, ${countText(count, "request")} would fail, the first because: `,
              { code: error },
            ],
          ],
    ),
    ...(skipped === 0 ? [] : [[`${countText(skipped, "row")} could not be read.`]]),
  ];
}

function wayText({ endpoints, kind, servers }: SiteWay): string {
  const ends = kind === "unknown" ? ["?"] : servers.length === 0 ? [] : [servers.join(" or ")];
  return [...endpoints, ...ends].join(" → ");
}

function endText({ kind, status }: SiteWay): string {
  if (kind === "unknown") return "not known";
  return status === undefined ? kind : `${kind} with ${status}`;
}

function tableLines(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  top: number,
  style: Style,
): string[] {
  if (rows.length === 0) return [];
  const numbers = [headings.length - 2, headings.length - 1];
  const shown = rows.slice(0, top);
  const [head = "", ...lines] = aligned([headings, ...shown], style, { numbers, indent: 2 });
  const more = rows.length - shown.length;
  return [
    "",
    style.bold(title),
    style.dim(head),
    ...lines,
    ...(more > 0 ? [style.dim(`  and ${numberText(more)} more`)] : []),
  ];
}
