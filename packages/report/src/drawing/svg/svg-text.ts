import { shortened } from "@traffic-policy/policy-language/internal";
import { ruleWords } from "@traffic-policy/policy-engine/report";
import { openQuestions } from "@traffic-policy/policy-engine/internal";
import { rowsOf, usualDetail, type Detail, type Row } from "../detail.ts";
import {
  drawnRules,
  exitsOf,
  isCome,
  isEntered,
  isLeft,
  isRemoved,
  type Drawing,
  type DrawnAction,
  type DrawnRule,
  type DrawnSection,
} from "../drawing.ts";
import { changeLook, endLook, outcomeLooks, ruleLooks, type Look } from "../looks.ts";
import {
  beginText,
  comparisonText,
  countText,
  endText,
  endTexts,
  goesOnText,
  inLine,
  nameOf,
  sectionText,
  summaryText,
  upstreamName,
  upstreamText,
} from "../words.ts";
import {
  badgeOf,
  badgeText,
  Card,
  fullName,
  isMuted,
  isNever,
  padding,
  type Exit,
} from "./card.ts";
import { fonts, rect, svgDocument, text, unless } from "./elements.ts";
import { Lines, trunk, type LineKind } from "./lines.ts";
import { shortenedTo, textWidth, wrapped } from "./text-width.ts";
import { escapedXml } from "./xml.ts";

export interface SvgOptions {
  /** In pixels, at least 320; 800 by default, which fits into a comment on a pull request. */
  readonly width?: number;
  /** How much is drawn of each rule; by default it depends on how many there are. */
  readonly detail?: Detail;
}

/**
 * A drawing as an SVG image that stands alone: no scripts, no other files, readable in light and dark. Each
 * rule, expression and action has its JSON Pointer in `data-path`, and each rule what became of it in
 * `data-result`. A page can set its colours with custom properties such as `--drawing-ink`.
 */
export function svgText(
  drawing: Drawing,
  { width = 800, detail = usualDetail(drawing) }: SvgOptions = {},
): string {
  return new SvgPrinter(drawing, Math.max(320, Math.round(width)), detail).print();
}

const margin = 20;
const cardX = 82;
const arrow = 26;
const exitWidth = 132;

interface Way {
  readonly from: number;
  readonly kind: LineKind;
}

class SvgPrinter {
  readonly #drawing: Drawing;
  readonly #width: number;
  readonly #detail: Detail;
  readonly #right: number;
  readonly #hasExits: boolean;
  readonly #isTraced: boolean;
  /** Lines are drawn below everything else, and the path of the exchange above other lines. */
  readonly #lines = new Lines();
  readonly #parts: string[] = [];
  #y = 0;
  /** Undefined where nothing continues. */
  #way: Way | undefined;

  constructor(drawing: Drawing, width: number, detail: Detail) {
    this.#drawing = drawing;
    this.#width = width;
    this.#detail = detail;
    this.#hasExits = width >= 640;
    this.#right = width - margin - (this.#hasExits ? arrow + exitWidth : 12);
    this.#isTraced = drawing.outcome !== undefined;
  }

  print(): string {
    const { sections, exchange, outcome } = this.#drawing;
    const [end, endDetail] = endTexts(this.#drawing);
    this.#title();
    this.#station(beginText(this.#drawing), exchange === undefined ? "" : inLine(exchange), {
      kind: this.#isTraced ? "path" : undefined,
    });
    this.#way = { from: this.#y, kind: this.#isTraced ? "lit" : "line" };
    const before = sections.filter(({ isAfterUpstream }) => !isAfterUpstream);
    for (const [index, section] of sections.entries()) {
      if (index === before.length) this.#upstream();
      this.#section(section);
    }
    if (before.length === sections.length) this.#upstream();
    this.#station(end, inLine(endDetail), { kind: outcome && outcomeLooks[outcome.result] });
    return this.#document();
  }

  #document(): string {
    return svgDocument({
      width: this.#width,
      height: Math.ceil(this.#y + margin),
      title: inLine(this.#drawing.title),
      description: summaryText(this.#drawing),
      parts: [...this.#lines.print(), ...this.#parts],
    });
  }

  #title(): void {
    const { title, protocol, sections } = this.#drawing;
    const width = this.#width - 2 * margin;
    const rules = sections.reduce((sum, section) => sum + section.rules.length, 0);
    const shown = shortenedTo(inLine(title), width, fonts.heading);
    const about = `traffic policy for ${protocol}, ${countText(rules)}`;
    this.#parts.push(
      text(margin, 34, shown, "heading", shown === title ? undefined : title),
      text(margin, 54, about, "muted"),
    );
    this.#y = 70;
    const compared = comparisonText(this.#drawing);
    if (compared === undefined) return;
    for (const line of wrapped(compared, width, fonts.text, 3)) {
      this.#parts.push(text(margin, this.#y + 2, line, ""));
      this.#y += 16;
    }
    this.#y += 2;
  }

  #station(label: string, detail: string, { kind }: { readonly kind: Look | undefined }): void {
    const [x, y, height] = [margin, this.#y, 34];
    const width = this.#width - 2 * margin;
    this.#wayTo(y, { hasTip: true });
    const labelX = x + 18;
    const detailX = labelX + Math.ceil(textWidth(label, fonts.bold)) + 8;
    const room = x + width - 14 - detailX;
    const shown = shortenedTo(detail, room, fonts.text);
    this.#parts.push(
      `<g>${rect({ x, y, width, height, radius: 17 }, kind === undefined ? "box" : `box on-${kind}`)}${text(labelX, y + 21, label, kind === undefined ? "bold" : `bold in-${kind}`)}${detail === "" ? "" : text(detailX, y + 21, shown, kind === undefined ? "muted" : "", shown === detail ? undefined : detail)}</g>`,
    );
    this.#y += height;
  }

  #upstream(): void {
    const { upstream, endpoints, outcome } = this.#drawing;
    const isLit = this.#way?.kind === "lit" || outcome?.forwardedTo !== undefined;
    this.#y += 8;
    const name = upstreamName(this.#drawing);
    this.#station(name, upstreamText(this.#drawing), { kind: isLit ? "path" : undefined });
    const isOpen = upstream === "never" && endpoints.length === 0;
    this.#way = { from: this.#y, kind: isOpen ? "perhaps" : isLit ? "lit" : "line" };
  }

  #section(section: DrawnSection): void {
    const {
      name,
      reach,
      rules,
      isAfterUpstream,
      result,
      question = "outboundAfterAnswer",
    } = section;
    const way = this.#way;
    if (way !== undefined && result !== undefined) {
      const { from, kind } = way;
      this.#way = { from, kind: result !== "skipped" ? "lit" : kind === "lit" ? "line" : kind };
    }
    const width = this.#right - cardX;
    this.#y += 12;
    const shown = inLine(name);
    const nameWidth = Math.ceil(textWidth(shown, fonts.bold));
    const about = sectionText(section);
    const shownAbout = shortenedTo(about, width - nameWidth - 8, fonts.text);
    this.#parts.push(
      text(cardX, this.#y + 14, shown, "bold"),
      text(cardX + nameWidth + 8, this.#y + 14, shownAbout, "muted", unless(shownAbout, about)),
    );
    this.#y += 24;
    if (reach === "open" && isAfterUpstream && rules.length > 0) {
      const note = `Open question: ${openQuestions[question].question.replaceAll("`", "")}`;
      for (const line of wrapped(note, width, fonts.text, 3)) {
        this.#parts.push(text(cardX, this.#y + 12, line, "muted"));
        this.#y += 16;
      }
      this.#y += 4;
    }
    if (drawnRules(section).length > 0) {
      this.#parts.push(`<g role="list" aria-label="${escapedXml(shown)}">`);
      for (const row of rowsOf(section, this.#detail)) this.#row(row);
      this.#parts.push("</g>");
    }
    this.#y += 4;
  }

  #row(row: Row): void {
    if (row.kind === "counted") this.#counted(row.rules);
    else if (row.isBrief) this.#brief(row.rule);
    else this.#full(row.rule);
  }

  #brief(rule: DrawnRule): void {
    const [y, height] = [this.#y, 26];
    const width = this.#right - cardX;
    const types = inLine(rule.actions.map(({ type }) => type).join(", "));
    const when = inLine(rule.expressions.map((one) => one.text).join(" and "));
    const badge = badgeOf(rule);
    let end = width - padding;
    const content: string[] = [];
    if (badge !== undefined) {
      content.push(badgeText(badge, end, 17));
      end -= Math.ceil(textWidth(badge.word, fonts.small)) + 12;
    }
    const room = end - padding;
    const name = shortenedTo(nameOf(rule), room * 0.45, fonts.bold);
    const nameWidth = Math.ceil(textWidth(name, fonts.bold)) + 12;
    const shownTypes = shortenedTo(types, Math.min(room - nameWidth, room * 0.35), fonts.smallCode);
    const typesWidth = Math.ceil(textWidth(shownTypes, fonts.smallCode)) + 12;
    const shownWhen = shortenedTo(when, room - nameWidth - typesWidth, fonts.smallCode);
    content.unshift(
      text(padding, 17, name, isMuted(rule) ? "bold muted" : "bold", fullName(rule, name)),
      ...(when === ""
        ? []
        : [text(padding + nameWidth, 17, shownWhen, "code small muted", unless(shownWhen, when))]),
      text(end, 17, shownTypes, "code small", unless(shownTypes, types), "end"),
    );
    const [ending] = exitsOf(rule);
    const failed = rule.result === "failed";
    const exits = ending === undefined && !failed ? [] : [exitOf(rule, ending, 13)];
    this.#card(rule, { y, height, center: 13, content, exits, half: 9 });
    this.#y = y + height + 5;
  }

  #counted(rules: readonly [DrawnRule, ...DrawnRule[]]): void {
    const [first] = rules;
    const last = rules.at(-1) ?? first;
    const [y, height, center] = [this.#y, 26, 13];
    const word = first.result === undefined ? "" : `: ${ruleWords[first.result]}`;
    const what =
      first === last
        ? nameOf(first)
        : `${countText(rules.length)} (${first.number} to ${last.number})`;
    const names = rules.slice(0, 100).map((rule) => `${rule.number} ${nameOf(rule)}`);
    const more = rules.length > 100 ? [`and ${rules.length - 100} more`] : [];
    const isLit = isCome(first);
    this.#wayTo(y + center);
    if (rules.some((rule) => rule.next === undefined)) this.#way = undefined;
    this.#way = this.#way && { from: y + center, kind: isLeft(last) ? "lit" : "line" };
    this.#parts.push(
      `<g role="listitem">`,
      rect({ x: cardX, y, width: this.#right - cardX, height, radius: 6 }, "box perhaps"),
      `<circle class="node${isLit ? " on-path" : ""}" cx="${trunk}" cy="${y + center}" r="5"/>`,
      text(
        cardX + padding,
        y + 17,
        shortenedTo(`${what}${word}`, this.#right - cardX - 2 * padding, fonts.text),
        "muted",
        [...names, ...more].join("\n"),
      ),
      "</g>",
    );
    this.#y = y + height + 12;
  }

  #full(rule: DrawnRule): void {
    const y = this.#y;
    const card = new Card(rule, this.#right - cardX, this.#isTraced);
    card.head();
    card.expressions();
    card.actions();
    card.changes();
    const height = card.height;
    this.#card(rule, { y, height, center: 20, content: card.parts, exits: card.exits, half: 12 });
    const note = rule.next === undefined ? this.#allEnds(rule) : goesOnText(rule);
    this.#y = y + height;
    if (note !== undefined && !isMuted(rule)) {
      this.#parts.push(text(trunk + 12, this.#y + 16, note, "small muted"));
      this.#y += 26;
    } else this.#y += 16;
  }

  #allEnds({ actions }: DrawnRule): string {
    const last = actions.find(({ ends }) => ends.kind === "always");
    if (last?.forwardsTo === undefined) return "nothing goes on";
    return shortenedTo(`all goes ${endText(last)}`, this.#right - trunk - 24, fonts.small);
  }

  #card(
    rule: DrawnRule,
    {
      y,
      height,
      center,
      content,
      exits,
      half,
    }: {
      readonly y: number;
      readonly height: number;
      readonly center: number;
      readonly content: readonly string[];
      readonly exits: readonly Exit[];
      /** Half the height of the number. */
      readonly half: number;
    },
  ): void {
    const middle = y + center;
    const digits = String(rule.number);
    const halfWidth = Math.max(half, Math.ceil(textWidth(digits, fonts.small) / 2) + 5);
    const look = rule.result === undefined ? undefined : ruleLooks[rule.result];
    const change = changeLook(rule);
    const isGone = isRemoved(rule);
    const width = this.#right - cardX;
    const label = `${isGone ? "Removed rule" : "Rule"} ${digits}${rule.name === undefined ? "" : `, ${shortened(inLine(rule.name), 200)}`}`;
    const state = isNever(rule)
      ? ' data-reach="never"'
      : rule.result === undefined
        ? ""
        : ` data-result="${rule.result}"`;
    if (!isGone) {
      this.#ways(rule, { top: middle - half, bottom: middle + half, end: y + height, halfWidth });
    }
    const dashed = isMuted(rule) ? " perhaps" : "";
    const box = look === undefined || !isCome(rule) ? "" : ` on-${look}`;
    const isMatched = isEntered(rule) || rule.result === "failed";
    const color = isMatched ? box : change === undefined ? "" : ` on-${change}`;
    const kinds = rule.change && ` data-change="${rule.change.kinds.join(" ")}"`;
    const node = `<rect class="node${dashed}${isCome(rule) ? ` on-${look ?? "path"}` : ""}" x="${trunk - halfWidth}" y="${middle - half}" width="${2 * halfWidth}" height="${2 * half}" rx="${half}"/>`;
    const numberLook = look === undefined ? "small" : `small in-${look}`;
    this.#parts.push(
      `<g role="listitem" aria-label="${escapedXml(label)}" data-path="${escapedXml(rule.path)}"${state}${kinds ?? ""}>`,
      // A rule that is no longer there is not on the way.
      ...(isGone ? [] : [node, text(trunk, middle + 4, digits, numberLook, undefined, "middle")]),
      rect({ x: cardX, y, width, height, radius: 6 }, `box${dashed}${color}`),
      // What is wider than estimated, as a letter of a rare script can be, ends at the card.
      `<svg x="${cardX}" y="${y}" width="${width}" height="${height}" role="none">`,
      ...content,
      "</svg>",
      ...(isMuted(rule) ? [] : exits.flatMap((exit) => this.#exit(exit, y))),
      "</g>",
    );
  }

  #ways(
    rule: DrawnRule,
    {
      top,
      bottom,
      end,
      halfWidth,
    }: {
      readonly top: number;
      readonly bottom: number;
      readonly end: number;
      readonly halfWidth: number;
    },
  ): void {
    const before = this.#way;
    if (before === undefined) return;
    if (isNever(rule)) {
      this.#way = undefined;
      return;
    }
    this.#wayTo(top);
    const usual = before.kind === "perhaps" ? "perhaps" : "line";
    const middle = (top + bottom) / 2;
    const kind = (isLit: boolean): LineKind => (isLit ? "lit" : usual);
    this.#lines.right(trunk + halfWidth, cardX, middle, kind(isEntered(rule)));
    const isMissed = rule.result === "not-matched";
    if (rule.ends === "always") {
      const isForwarded = rule.actions.some(({ result }) => result === "ended");
      // To an endpoint, the way is the same as to the upstream, unless more rules are drawn between.
      const goesOn = rule.next !== undefined || forwardsAll(rule);
      const isOn = rule.next === undefined ? isForwarded : isLeft(rule);
      this.#way = goesOn ? { from: bottom, kind: kind(isOn) } : undefined;
      return;
    }
    const back = Math.max(bottom + 4, end - 12);
    if (rule.matches === "sometimes") this.#lines.down(bottom, back, kind(isMissed));
    if (this.#detail === "brief") {
      // Cards of one line have no room for a way back.
      if (rule.matches === "always") this.#lines.down(bottom, back, kind(isLeft(rule)));
    } else this.#lines.left(cardX, trunk, back, kind(isLeft(rule) && !isMissed));
    this.#way = { from: back, kind: kind(isLeft(rule)) };
  }

  #wayTo(y: number, { hasTip = false }: { readonly hasTip?: boolean } = {}): void {
    if (this.#way === undefined) return;
    this.#lines.down(this.#way.from, y, this.#way.kind, hasTip);
  }

  #exit({ y, label, kind, end: endsAs, look }: Exit, cardY: number): string[] {
    const middle = cardY + y;
    const isLit = look !== undefined;
    const end = this.#right + (this.#hasExits ? arrow : 12);
    this.#lines.right(
      this.#right,
      end,
      middle,
      isLit ? "lit" : kind === "always" ? "line" : "perhaps",
    );
    if (!this.#hasExits) return [];
    const shown = shortenedTo(label, exitWidth - 20, fonts.bold);
    const dashed = kind === "always" || isLit ? "" : " perhaps";
    // With an exchange, only its path is in colour; in a comparison, only what differs.
    const isQuiet = this.#isTraced || this.#drawing.comparison !== undefined;
    const color = look ?? (isQuiet ? undefined : endsAs);
    return [
      rect(
        { x: end, y: middle - 11, width: exitWidth, height: 22, radius: 11 },
        `box${dashed}${color === undefined ? "" : ` on-${color}`}`,
      ),
      text(
        end + exitWidth / 2,
        middle + 4,
        shown,
        color === undefined ? (isQuiet ? "muted" : "") : `bold in-${color}`,
        shown === label ? undefined : label,
        "middle",
      ),
    ];
  }
}

function forwardsAll({ next, actions }: DrawnRule): boolean {
  const last = actions.find(({ ends, isCutOff }) => ends.kind !== "never" && !isCutOff);
  return next === undefined && last?.ends.kind === "always" && last.forwardsTo !== undefined;
}

function exitOf(rule: DrawnRule, action: DrawnAction | undefined, y: number): Exit {
  if (rule.result === "failed") return { y, label: "failed", kind: "always", look: "failed" };
  const label = action === undefined ? "" : endText(action);
  const kind = action?.ends.kind === "always" ? "always" : "sometimes";
  const isTaken = rule.actions.some(({ result }) => result === "ended");
  const end = action && endLook(action);
  return { y, label, kind, end, ...(isTaken && { look: "ended" }) };
}
