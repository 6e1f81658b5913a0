import { shortened } from "@traffic-policy/policy-language/internal";
import { ruleWords } from "@traffic-policy/policy-engine/report";
import { rowsOf, usualDetail, type Detail, type Row } from "./detail.ts";
import {
  drawnRules,
  exitsOf,
  isLeft,
  isRemoved,
  type Drawing,
  type DrawnAction,
  type DrawnRule,
  type DrawnSection,
} from "./drawing.ts";
import { endLook, expressionSigns, mainKind, outcomeLooks, ruleLooks } from "./looks.ts";
import {
  beginText,
  changeText,
  comparisonText,
  configText,
  countText,
  endText,
  endTexts,
  fieldTexts,
  goesOnText,
  inLine,
  nameOf,
  upstreamName,
  upstreamText,
} from "./words.ts";

export interface MermaidOptions {
  /** How much is drawn of each rule; by default it depends on how many there are. */
  readonly detail?: Detail;
}

/** A drawing that a format has no room for; `help` says what to do. */
export class DrawingError extends Error {
  override readonly name = "DrawingError";
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

/** Mermaid's own limits, which a diagram cannot raise. */
const limits = { characters: 50_000, edges: 500 };

/** @throws DrawingError for more than Mermaid draws */
export function checkLimits(edges: number, text: string, help: string): void {
  if (edges <= limits.edges && text.length <= limits.characters) return;
  throw new DrawingError(
    `The drawing has ${edges} edges and ${text.length} characters; Mermaid draws ${limits.edges} and ${limits.characters} at most.`,
    help,
  );
}

export const mermaidMark = "%% Drawn by traffic-policy.";

interface Flowchart {
  readonly direction: "TD" | "LR";
  readonly title: string;
  /** Nodes, subgraphs and edges, indented. */
  readonly lines: readonly string[];
  /** Styles behind them, indented. */
  readonly styles: readonly string[];
  /** The numbers of the edges on the way of an exchange. */
  readonly lit: readonly number[];
}

/** The whole text of a flowchart. */
export function flowchart({ direction, title, lines, styles: own, lit }: Flowchart): string {
  return [
    "---",
    "config:",
    "  flowchart:",
    "    wrappingWidth: 560",
    "---",
    mermaidMark,
    `flowchart ${direction}`,
    `  accTitle: ${title}`,
    ...lines,
    ...own,
    ...(lit.length === 0 ? [] : [`  linkStyle ${lit.join(",")} stroke:#218bff,stroke-width:4px`]),
    "",
  ].join("\n");
}

/**
 * A drawing as a flowchart of Mermaid, which GitHub and others draw in Markdown.
 *
 * @throws DrawingError for more than Mermaid draws
 */
export function mermaidText(
  drawing: Drawing,
  { detail = usualDetail(drawing) }: MermaidOptions = {},
): string {
  return new MermaidPrinter(drawing, detail).print();
}

/** In characters. */
const longest = { name: 100, expression: 120, config: 60, exchange: 120, brief: 80 };

interface Source {
  readonly id: string;
  readonly label?: string | undefined;
  readonly isLit: boolean;
  readonly isPerhaps?: boolean;
}

class MermaidPrinter {
  readonly #drawing: Drawing;
  readonly #detail: Detail;
  readonly #lines: string[] = [];
  readonly #edges: string[] = [];
  readonly #lit: number[] = [];
  readonly #classes = new Map<string, string[]>();
  #count = 0;
  #source: Source | undefined;
  readonly #forwarded: Source[] = [];

  constructor(drawing: Drawing, detail: Detail) {
    this.#drawing = drawing;
    this.#detail = detail;
  }

  print(): string {
    const { sections, exchange, outcome } = this.#drawing;
    const isTraced = outcome !== undefined;
    const come = exchange === undefined ? [] : [shortened(inLine(exchange), longest.exchange)];
    this.#source = { id: "begin", isLit: isTraced };
    const compared = comparisonText(this.#drawing);
    const about = compared === undefined ? [] : [shortened(compared, longest.exchange)];
    this.#lines.push(`  begin([${label([beginText(this.#drawing), ...come, ...about])}])`);
    if (isTraced) this.#mark("begin", "path");
    const before = sections.filter(({ isAfterUpstream }) => !isAfterUpstream);
    for (const [index, section] of sections.entries()) {
      if (index === before.length) this.#upstream();
      this.#section(`section${index}`, section);
    }
    if (before.length === sections.length) this.#upstream();
    const [who, what] = endTexts(this.#drawing);
    this.#leadTo("finish");
    this.#lines.push(`  finish([${label([who, shortened(inLine(what), longest.exchange)])}])`);
    if (outcome !== undefined) this.#mark("finish", outcomeLooks[outcome.result]);
    return this.#document();
  }

  #document(): string {
    const text = flowchart({
      direction: "TD",
      title: `Traffic policy for ${this.#drawing.protocol}`,
      lines: [...this.#lines, ...this.#edges.map((edge) => `  ${edge}`)],
      styles: [...this.#classes].flatMap(([name, ids]) => [
        `  classDef ${name} ${styles[name] ?? ""}`,
        `  class ${ids.join(",")} ${name}`,
      ]),
      lit: this.#lit,
    });
    checkLimits(
      this.#edges.length,
      text,
      "Draw it as SVG, with less detail, or only what one exchange matches.",
    );
    return text;
  }

  #section(id: string, section: DrawnSection): void {
    const { name, result } = section;
    if (this.#source !== undefined && result !== undefined) {
      this.#source = { ...this.#source, isLit: result !== "skipped" };
    }
    if (drawnRules(section).length === 0) return;
    this.#lines.push(`  subgraph ${id}[${label([inLine(name)])}]`);
    for (const row of rowsOf(section, this.#detail)) this.#row(row);
    this.#lines.push("  end");
  }

  #upstream(): void {
    const { upstream, endpoints } = this.#drawing;
    const isLit = this.#source?.isLit === true || this.#forwarded.some((one) => one.isLit);
    this.#leadTo("upstream");
    for (const { id, ...edge } of this.#forwarded) this.#edge(id, "upstream", edge);
    const detail = upstreamText(this.#drawing);
    const lines = [
      upstreamName(this.#drawing),
      ...(detail === "" ? [] : [shortened(detail, longest.exchange)]),
    ];
    this.#lines.push(`  upstream([${label(lines)}])`);
    if (isLit) this.#mark("upstream", "path");
    const isPerhaps = upstream === "never" && endpoints.length === 0;
    this.#source = { id: "upstream", isLit, isPerhaps };
  }

  #row(row: Row): void {
    const id = `rule${this.#count++}`;
    if (row.kind === "counted") {
      const [first] = row.rules;
      const last = row.rules.at(-1) ?? first;
      const what =
        first === last
          ? titleOf(first)
          : `${countText(row.rules.length)}, ${first.number} to ${last.number}`;
      const word = first.result === undefined ? [] : [ruleWords[first.result]];
      this.#leadTo(id);
      this.#lines.push(`    ${id}[[${label([shortened(what, longest.name), ...word])}]]`);
      const goesOn = row.rules.every((rule) => rule.next !== undefined);
      this.#source = goesOn ? { id, isLit: isLeft(last) } : undefined;
      return;
    }
    this.#rule(id, row.rule, row.isBrief);
  }

  #rule(id: string, rule: DrawnRule, isBrief: boolean): void {
    const { reach, result, next } = rule;
    const reached = reach === "never" ? "never reached" : result && ruleWords[result];
    const state = [reached, changeText(rule)].filter((one) => one !== undefined).join(", ");
    const lines = [
      `${shortened(titleOf(rule), longest.name)}${state === "" ? "" : ` (${state})`}`,
      ...(isBrief
        ? briefLines(rule)
        : [...expressionLines(rule), ...rule.actions.map(actionLine), ...changeLines(rule)]),
    ];
    if (isRemoved(rule)) {
      this.#removed(id, lines);
      return;
    }
    const isNever = reach === "never";
    if (!isNever) this.#leadTo(id);
    this.#lines.push(`    ${id}[${label(lines)}]`);
    const exits = exitsOf(rule);
    const look = this.#lookOf(rule);
    if (look !== undefined) this.#mark(id, look);
    if (isNever) {
      this.#source = undefined;
      return;
    }
    const forwarding = exits.find(({ forwardsTo }) => forwardsTo !== undefined);
    if (forwarding !== undefined) {
      const isPerhaps = forwarding.ends.kind !== "always";
      const words = shortened(endText(forwarding), longest.config);
      const isLit = forwarding.result === "ended";
      this.#forwarded.push({ id, label: words, isLit, isPerhaps });
    }
    const missed = goesOnText(rule);
    this.#source =
      next === undefined
        ? undefined
        : { id, label: missed === "does not match" ? undefined : missed, isLit: isLeft(rule) };
  }

  /** Draws a rule that is no longer there: beside the way, and tied to what was before it. */
  #removed(id: string, lines: readonly string[]): void {
    this.#lines.push(`    ${id}[${label(lines)}]`);
    this.#mark(id, "removed");
    if (this.#source !== undefined) this.#edges.push(`${this.#source.id} -.- ${id}`);
  }

  #lookOf(rule: DrawnRule): string | undefined {
    const { reach, result, actions, change } = rule;
    if (change !== undefined && result === undefined) return mainKind(change);
    if (this.#drawing.comparison !== undefined && reach !== "never" && result === undefined) {
      return undefined;
    }
    if (reach === "never") return "unreached";
    if (result === undefined) {
      const [exit] = exitsOf(rule);
      return exit && endLook(exit);
    }
    if (actions.some((action) => action.result === "ended")) return "ended";
    return ruleLooks[result] ?? "unreached";
  }

  #leadTo(id: string): void {
    const source = this.#source;
    if (source !== undefined) this.#edge(source.id, id, source);
  }

  #edge(
    from: string,
    to: string,
    { label: words, isLit, isPerhaps = false }: Omit<Source, "id">,
  ): void {
    if (isLit) this.#lit.push(this.#edges.length);
    const arrow = isPerhaps && !isLit ? "-.->" : "-->";
    const text = words === undefined || words === "" ? "" : `|${label([words])}|`;
    this.#edges.push(`${from} ${arrow}${text} ${to}`);
  }

  #mark(id: string, name: string): void {
    const ids = this.#classes.get(name);
    if (ids === undefined) this.#classes.set(name, [id]);
    else ids.push(id);
  }
}

/** Stroke colours visible on light and dark backgrounds, because a page chooses the theme. */
const styles: Readonly<Record<string, string>> = {
  path: "stroke:#218bff,stroke-width:3px",
  matched: "stroke:#2da44e,stroke-width:3px",
  ended: "stroke:#bf8700,stroke-width:3px",
  failed: "stroke:#e5534b,stroke-width:3px",
  unreached: "stroke-dasharray:4 3",
  added: "stroke:#2da44e,stroke-width:3px",
  removed: "stroke:#e5534b,stroke-width:2px,stroke-dasharray:4 3",
  changed: "stroke:#bf8700,stroke-width:3px",
  moved: "stroke:#218bff,stroke-width:3px",
};

/** The number of a rule and its name; without a full stop, which Markdown would read as a list. */
function titleOf(rule: DrawnRule): string {
  const name = nameOf(rule);
  return name === `rule ${rule.number}` ? name : `${rule.number} ${name}`;
}

function briefLines(rule: DrawnRule): string[] {
  const { expressions, actions } = rule;
  const [exit] = exitsOf(rule);
  const when = expressions.map(({ text }) => inLine(text)).join(" and ");
  const types = actions.map(({ type }) => inLine(type)).join(", ");
  const end = exit === undefined ? "" : ` · ${shortened(endText(exit), longest.config)}`;
  return [
    ...(when === "" ? [] : [shortened(`when ${when}`, longest.brief)]),
    ...(types === "" ? [] : [`${shortened(`→ ${types}`, longest.brief)}${end}`]),
  ];
}

function expressionLines({ expressions, matches }: DrawnRule): string[] {
  if (expressions.length === 0) {
    return [matches === "always" ? "matches everything" : "what it matches is not known"];
  }
  return expressions.map(({ text, result }, index) => {
    const sign = result === undefined ? "" : `${expressionSigns[result]} `;
    return `${index === 0 ? "when" : "and"} ${sign}${shortened(inLine(text), longest.expression)}`;
  });
}

/** How an action ends processing, behind it: ` · refused 403`. */
function endMark(action: DrawnAction): string {
  const { ends, isCutOff } = action;
  if (ends.kind === "never" || isCutOff) return "";
  const when = ends.kind === "sometimes" ? ` when ${ends.when.replaceAll("`", "")}` : "";
  return ` · ${shortened(`${endText(action)}${when}`, longest.name)}`;
}

function actionLine(action: DrawnAction): string {
  const config = shortened(configText(action), longest.config);
  const type = shortened(inLine(action.type), longest.config);
  const { result, isCutOff } = action;
  const did = isCutOff ? " (is never reached)" : result === "failed" ? " (fails)" : "";
  return `→ ${type}${config === "" ? "" : ` ${config}`}${endMark(action)}${did}`;
}

const mostChanges = 4;

function changeLines(rule: DrawnRule): string[] {
  const lines = fieldTexts(rule);
  const more = lines.length - mostChanges;
  return [
    ...lines.slice(0, mostChanges).map((line) => `~ ${shortened(line, longest.expression)}`),
    ...(more > 0 ? [`and ${more} more changes`] : []),
  ];
}

export function label(lines: readonly string[]): string {
  return `"${lines.map(encoded).join("<br>")}"`;
}

/**
 * Encodes a text so that Mermaid interprets nothing in it: all but plain characters become character codes. Sequences
 * that Mermaid still reads as line breaks, icons or formulas are split by a zero-width character.
 */
function encoded(text: string): string {
  return text
    .replaceAll(/(?<=\\)(?=n)|(?<=\$)(?=\$)|(?<=fa[a-z]?:)(?=fa-)/g, "\u2060")
    .replaceAll(
      /[^\p{L}\p{N} ,.'=!?+/@_\u0080-\u{10ffff}-]/gu,
      (character) => `#${character.codePointAt(0) ?? 0};`,
    );
}
