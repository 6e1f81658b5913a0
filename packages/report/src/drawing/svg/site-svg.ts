import { counted } from "@traffic-policy/policy-language/internal";
import {
  isOnWay,
  leftOutText,
  siteTitle,
  urlsOutside,
  type DrawnForward,
  type DrawnSite,
} from "../drawn-site.ts";
import { inLine } from "../words.ts";
import { fonts, rect, svgDocument, text, unless } from "./elements.ts";
import { Lines } from "./lines.ts";
import { shortenedTo } from "./text-width.ts";
import { escapedXml } from "./xml.ts";

/**
 * A site as an SVG image that stands alone: the endpoints that clients reach on the left, and what they forward to
 * further right. Each endpoint has a line for each of its forwards, and for its server.
 */
export function siteSvg(site: DrawnSite): string {
  return new SitePrinter(site).print();
}

const margin = 20;
const card = { width: 260, padding: 12, head: 32, line: 20, gapX: 72, gapY: 20 };

/** An endpoint, by its index, or a URL outside of the site: each has a card. */
type Subject = number | string;

interface Card {
  readonly subject: Subject;
  readonly column: number;
  readonly y: number;
  readonly height: number;
}

class SitePrinter {
  readonly #site: DrawnSite;
  readonly #lines = new Lines();
  readonly #hops: readonly number[];

  constructor(site: DrawnSite) {
    this.#site = site;
    this.#hops = site.way?.hops ?? [];
  }

  print(): string {
    const { endpoints, forwards, leftOut, way } = this.#site;
    const top = way === undefined ? 70 : 90;
    const cards = this.#placed(this.#columns(), top);
    const parts = [...cards.values()].map((one) => this.#card(one, cards));
    const columns = Math.max(...[...cards.values()].map(({ column }) => column)) + 1;
    const right = margin + columns * card.width + (columns - 1) * card.gapX;
    const width = right + (this.#goesBack(cards, columns - 1) ? card.gapX : margin);
    const height = Math.max(...[...cards.values()].map(({ y, height: own }) => y + own)) + margin;
    const about = [
      counted(endpoints.length, "endpoint"),
      counted(forwards.length, "forward"),
      ...(leftOut > 0 ? [leftOutText(leftOut).toLowerCase()] : []),
    ].join(", ");
    const exchange = way === undefined ? "" : inLine(way.exchange);
    const shown = shortenedTo(exchange, width - 2 * margin, fonts.text);
    return svgDocument({
      width,
      height,
      title: siteTitle,
      description: about,
      parts: [
        text(margin, 34, shortenedTo(siteTitle, width - 2 * margin, fonts.heading), "heading"),
        text(margin, 54, about, leftOut > 0 ? "in-failed" : "muted"),
        ...(way === undefined ? [] : [text(margin, 74, shown, "in-path", unless(shown, exchange))]),
        ...this.#lines.print(),
        `<g role="list" aria-label="${siteTitle}">`,
        ...parts,
        "</g>",
      ],
    });
  }

  /** The cards by how many forwards lead there from the endpoints that clients reach; the rest stands beside these. */
  #columns(): Subject[][] {
    const { endpoints, forwards } = this.#site;
    const placed = new Set<Subject>();
    const taken = (subjects: readonly Subject[]): Subject[] =>
      subjects.filter((one) => !placed.has(one) && placed.add(one));
    const columns: Subject[][] = [];
    const all = [...endpoints.keys()];
    let next = taken(all.filter((index) => endpoints[index]?.isEntry));
    while (next.length > 0) {
      columns.push(next);
      next = taken(
        next.flatMap((one) =>
          forwards.flatMap((forward) => (forward.from === one ? [subjectOf(forward)] : [])),
        ),
      );
    }
    const rest = taken([...all, ...urlsOutside(this.#site)]);
    const beside = columns[1] ?? [];
    return [columns[0] ?? [], [...beside, ...rest], ...columns.slice(2)].filter(
      (column) => column.length > 0,
    );
  }

  /** Do lines come from the last column? They leave it to the right. */
  #goesBack(cards: ReadonlyMap<Subject, Card>, last: number): boolean {
    return this.#site.forwards.some(
      (forward) => cards.get(forward.from)?.column === last && cards.has(subjectOf(forward)),
    );
  }

  #placed(columns: readonly (readonly Subject[])[], top: number): Map<Subject, Card> {
    const cards = new Map<Subject, Card>();
    for (const [column, subjects] of columns.entries()) {
      let y = top;
      for (const subject of subjects) {
        const height = this.#heightOf(subject);
        cards.set(subject, { subject, column, y, height });
        y += height + card.gapY;
      }
    }
    return cards;
  }

  #heightOf(subject: Subject): number {
    const lines = typeof subject === "string" ? 1 : this.#linesOf(subject).length;
    return card.head + lines * card.line + (lines > 0 ? 6 : 0);
  }

  #linesOf(index: number): CardLine[] {
    const { endpoints, forwards, way } = this.#site;
    const endpoint = endpoints[index];
    if (endpoint === undefined) return [];
    const { checks, server, isUnread } = endpoint;
    const isLast = way?.reachesServer === true && this.#hops.at(-1) === index;
    return [
      ...(isUnread ? [{ words: "policy not known", look: "muted" }] : []),
      ...checks.map((type) => ({ words: `✓ ${type}`, look: "in-matched" })),
      ...forwards
        .filter(({ from }) => from === index)
        .map((forward) => ({ words: forward.rule ?? forward.url, look: "", forward })),
      ...(server === undefined
        ? []
        : [{ words: `server ${server}`, look: isLast ? "bold in-path" : "muted" }]),
    ];
  }

  #card({ subject, column, y, height }: Card, cards: ReadonlyMap<Subject, Card>): string {
    const x = margin + column * (card.width + card.gapX);
    const isOutside = typeof subject === "string";
    const url = isOutside ? subject : (this.#site.endpoints[subject]?.url ?? "");
    const lines = isOutside
      ? [{ words: "not in the site", look: "muted" }]
      : this.#linesOf(subject);
    const isOn = !isOutside && this.#hops.includes(subject);
    const parts = lines.map((line, index) => {
      const middle = y + card.head + (index + 0.5) * card.line;
      if (line.forward !== undefined) this.#leave(line.forward, { x, middle, column }, cards);
      return lineText(line, x, middle);
    });
    return [
      `<g role="listitem" aria-label="${escapedXml(inLine(url))}">`,
      rect(
        { x, y, width: card.width, height, radius: 6 },
        `box${isOutside ? " perhaps on-failed" : isOn ? " on-path" : ""}`,
      ),
      lineText({ words: url, look: "bold" }, x, y + card.head / 2 + 1),
      ...parts,
      "</g>",
    ].join("");
  }

  /** Draws the line of a forward, from its place in the card. */
  #leave(
    forward: DrawnForward,
    { x, middle, column }: { readonly x: number; readonly middle: number; readonly column: number },
    cards: ReadonlyMap<Subject, Card>,
  ): void {
    const target = cards.get(subjectOf(forward));
    if (target === undefined) return;
    const left = margin + target.column * (card.width + card.gapX);
    const isAhead = target.column > column;
    const to = { x: isAhead ? left : left + card.width, y: target.y + card.head / 2 };
    const kind = isOnWay(forward, this.#site)
      ? "lit"
      : forward.to === undefined
        ? "perhaps"
        : "line";
    this.#lines.curve({ x: x + card.width, y: middle }, to, kind, isAhead ? "left" : "right");
  }
}

interface CardLine {
  readonly words: string;
  readonly look: string;
  /** Set for a line that a forward leaves from. */
  readonly forward?: DrawnForward;
}

function lineText({ words, look, forward }: CardLine, x: number, middle: number): string {
  const whole = inLine(words);
  const font = look.startsWith("bold") ? fonts.bold : fonts.text;
  const shown = shortenedTo(whole, card.width - 2 * card.padding, font);
  const isLeaving = forward !== undefined;
  return text(
    isLeaving ? x + card.width - card.padding : x + card.padding,
    middle + 4,
    shown,
    look,
    unless(shown, whole),
    isLeaving ? "end" : undefined,
  );
}

function subjectOf({ to, url }: DrawnForward): Subject {
  return to ?? url;
}
