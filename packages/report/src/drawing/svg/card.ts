import { textOf } from "@traffic-policy/policy-engine/report";
import { actionWords, changedPart, ruleWords } from "@traffic-policy/policy-engine/report";
import { isRemoved, type DrawnAction, type DrawnExpression, type DrawnRule } from "../drawing.ts";
import { changeLook, endLook, expressionSigns, ruleLooks, type Look } from "../looks.ts";
import {
  changeText,
  configText,
  endText,
  endingText,
  fieldTexts,
  inLine,
  nameOf,
} from "../words.ts";
import { fonts, text } from "./elements.ts";
import { shortenedTo, textWidth, wrapped } from "./text-width.ts";
import { escapedXml } from "./xml.ts";

export const padding = 14;
const keyword = 42;
const sign = 18;

export interface Exit {
  /** Distance from the top of the card. */
  readonly y: number;
  readonly label: string;
  readonly kind: "always" | "sometimes";
  /** How processing ends there. */
  readonly end?: Look | undefined;
  /** Set when the exchange took it. */
  readonly look?: Look;
}

export class Card {
  readonly parts: string[] = [];
  readonly exits: Exit[] = [];
  readonly #rule: DrawnRule;
  readonly #width: number;
  readonly #left: number;
  #y = 6;

  constructor(rule: DrawnRule, width: number, isTraced: boolean) {
    this.#rule = rule;
    this.#width = width;
    this.#left = padding + keyword + (isTraced ? sign : 0);
  }

  get height(): number {
    return this.#y + 8;
  }

  get #most(): number {
    return this.#room < 300 ? 6 : 3;
  }

  get #room(): number {
    return this.#width - padding - this.#left;
  }

  head(): void {
    const rule = this.#rule;
    const badge = badgeOf(rule);
    const badgeWidth = badge === undefined ? 0 : textWidth(badge.word, fonts.small) + 12;
    const lines = wrapped(nameOf(rule), this.#width - 2 * padding - badgeWidth, fonts.name, 2);
    const look = isMuted(rule) ? "name muted" : "name";
    for (const [index, line] of lines.entries()) {
      this.parts.push(
        text(
          padding,
          this.#y + 18,
          line,
          look,
          index === 0 ? fullName(rule, lines.join(" ")) : undefined,
        ),
      );
      if (index === 0 && badge !== undefined) {
        this.parts.push(badgeText(badge, this.#width - padding, this.#y + 18));
      }
      this.#y += 20;
    }
    this.#y += 4;
  }

  expressions(): void {
    const { expressions, matches } = this.#rule;
    if (expressions.length === 0) {
      const words = matches === "always" ? "matches everything" : "what it matches is not known";
      this.parts.push(text(padding, this.#y + 13, words, "muted"));
      this.#y += 17;
    }
    for (const [index, expression] of expressions.entries()) {
      this.#expression(expression, index === 0 ? "when" : "and");
    }
    this.#divider();
  }

  #expression(expression: DrawnExpression, word: string): void {
    const { path, text: whole, result, message } = expression;
    const one = inLine(whole);
    const lines =
      one.trim() === "" ? ["(empty)"] : wrapped(one, this.#room, fonts.code, this.#most);
    const isWhole = lines.join("").replaceAll(" ", "") === whole.replaceAll(" ", "");
    const look = isMuted(this.#rule) || result === "skipped" ? "code muted" : "code";
    if (result === "failed" && this.#rule.result === "failed") {
      this.exits.push({ y: this.#y + 9, label: "failed", kind: "always", look: "failed" });
    }
    this.parts.push(`<g data-path="${escapedXml(path)}">`, this.#word(word, this.#y + 13));
    if (result !== undefined) {
      this.parts.push(this.#sign([expressionSigns[result], expressionLooks[result]], this.#y + 13));
    }
    for (const [index, line] of lines.entries()) {
      const title = index === 0 && !isWhole ? whole : undefined;
      this.parts.push(text(this.#left, this.#y + 13, line, look, title));
      this.#y += 17;
    }
    if (message !== undefined) this.#note(message, "in-failed", 2);
    this.parts.push("</g>");
  }

  actions(): void {
    const { actions } = this.#rule;
    if (actions.length === 0) {
      this.parts.push(text(padding, this.#y + 13, "no actions", "muted"));
      this.#y += 17;
    }
    for (const [index, action] of actions.entries()) {
      this.#action(action, index === 0 ? "then" : "");
    }
  }

  /** The fields that differ from the policy that the drawing is compared with. */
  changes(): void {
    const lines = fieldTexts(this.#rule);
    if (lines.length === 0) return;
    this.#divider();
    for (const line of lines.slice(0, mostChanges)) this.#note(line, "code small in-ended", 2);
    if (lines.length > mostChanges) {
      this.#note(`and ${lines.length - mostChanges} more changes`, "in-ended", 1);
    }
  }

  #action(action: DrawnAction, word: string): void {
    const { path, ends, isCutOff, result, changes = [], note } = action;
    const isQuiet = isCutOff || isMuted(this.#rule) || result === "skipped";
    if (result === "failed") {
      this.exits.push({ y: this.#y + 9, label: "failed", kind: "always", look: "failed" });
    } else if (ends.kind !== "never" && !isCutOff) {
      const label = endText(action);
      const kind = ends.kind === "always" ? "always" : "sometimes";
      const taken = result === "ended" ? ({ look: "ended" } as const) : {};
      this.exits.push({ y: this.#y + 9, label, kind, end: endLook(action), ...taken });
    }
    this.parts.push(`<g data-path="${escapedXml(path)}">`, this.#word(word, this.#y + 13));
    if (result !== undefined) this.parts.push(this.#sign(actionSigns[result], this.#y + 13));
    this.#config(action, isQuiet);
    const ending = isCutOff ? "is never reached" : endingText(ends);
    if (ending !== undefined) this.#note(ending, "small muted", 3);
    for (const change of changes.slice(0, mostChanges)) {
      const [before, after] = [change.before, change.after].map((value) =>
        value === null ? "none" : textOf(value),
      );
      this.#note(`${changedPart(change)}: ${before} → ${after}`, "code small in-matched", 2);
    }
    if (changes.length > mostChanges) {
      this.#note(`and ${changes.length - mostChanges} more changes`, "in-matched", 1);
    }
    const failure = result === "failed" || result === "not-simulated";
    if (failure) this.#note(note ?? actionWords[result], "in-failed", 3);
    else if (note !== undefined && note !== ending) this.#note(note, "muted", 3);
    this.parts.push("</g>");
    this.#y += 3;
  }

  #config(action: DrawnAction, isQuiet: boolean): void {
    const type = inLine(action.type);
    const shown = shortenedTo(type === "" ? "(no type)" : type, this.#room, fonts.code);
    const look = isQuiet ? "code bold muted" : "code bold";
    this.parts.push(
      text(this.#left, this.#y + 13, shown, look, shown === type || type === "" ? undefined : type),
    );
    const config = configText(action);
    const after = Math.ceil(textWidth(shown, fonts.code)) + 10;
    const fits = shortenedTo(config, this.#room - after, fonts.smallCode) === config;
    if (config !== "" && fits) {
      this.parts.push(text(this.#left + after, this.#y + 13, config, "code small muted"));
    }
    this.#y += 17;
    if (config !== "" && !fits) this.#note(config, "code small muted", 2);
  }

  #note(note: string, look: string, most: number): void {
    const font = look.startsWith("code")
      ? fonts.smallCode
      : look.startsWith("small")
        ? fonts.small
        : fonts.text;
    const one = inLine(note);
    const lines = wrapped(one, this.#room, font, most);
    const isWhole = lines.join("").replaceAll(" ", "") === one.replaceAll(" ", "");
    for (const [index, line] of lines.entries()) {
      const title = index === 0 && !isWhole ? note : undefined;
      this.parts.push(text(this.#left, this.#y + 12, line, look, title));
      this.#y += 15;
    }
    this.#y += 1;
  }

  #divider(): void {
    const y = this.#y + 4.5;
    this.parts.push(`<path class="rule-off" d="M${padding} ${y}H${this.#width - padding}"/>`);
    this.#y += 9;
  }

  #word(word: string, y: number): string {
    return word === "" ? "" : text(padding, y, word, "muted");
  }

  #sign([character, kind]: readonly [string, Look | "muted"], y: number): string {
    const look = kind === "muted" ? "muted" : `in-${kind}`;
    return text(padding + keyword, y, character, look);
  }
}

const mostChanges = 4;

const expressionLooks = {
  true: "matched",
  false: "path",
  failed: "failed",
  skipped: "muted",
} as const;

const actionSigns = {
  done: ["✓", "matched"],
  ended: ["✓", "ended"],
  failed: ["!", "failed"],
  "not-simulated": ["?", "failed"],
  skipped: ["·", "muted"],
} as const;

interface Badge {
  readonly word: string;
  readonly look: string;
}

export function badgeOf(rule: DrawnRule): Badge | undefined {
  const { result } = rule;
  const never = isNever(rule) ? "never reached" : undefined;
  const change = changeText(rule);
  if (change !== undefined) {
    const word = [never, change].filter((one) => one !== undefined).join(", ");
    return { word, look: `bold in-${changeLook(rule) ?? "path"}` };
  }
  if (never !== undefined) return { word: never, look: "muted" };
  if (result === undefined) return undefined;
  const look = ruleLooks[result];
  return { word: ruleWords[result], look: look === undefined ? "muted" : `in-${look}` };
}

export function badgeText({ word, look }: Badge, x: number, y: number): string {
  return text(x, y, word, `small ${look}`, undefined, "end");
}

export function fullName(rule: DrawnRule, shown: string): string | undefined {
  const { name } = rule;
  return name === undefined || name === shown ? undefined : name;
}

/** True when a rule is drawn in the background, because no exchange gets to it. */
export function isMuted(rule: DrawnRule): boolean {
  return isNever(rule) || isRemoved(rule);
}

export function isNever({ reach }: DrawnRule): boolean {
  return reach === "never";
}
