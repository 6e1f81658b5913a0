import { indentationUnitOf, type JsonValue, type Span } from "@traffic-policy/policy-language";
import type { CompletionItem } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import type { PlacedExpression } from "../documents/expressions.ts";
import {
  isInBrackets,
  missingCommas,
  type MissingCommas,
  type WrittenPlace,
} from "@traffic-policy/policy-language/tree";
import { inStyle } from "../documents/written-text.ts";
import type { Completion } from "../expression/complete.ts";

/** What an item of a completion changes. */
export type Edits = Pick<CompletionItem, "textEdit" | "additionalTextEdits" | "filterText">;

const noCommas: MissingCommas = { before: undefined, isAfter: false };

/** How something is written at a place of JSON or YAML, separate from its neighbours. */
export class Insertion {
  readonly place: WrittenPlace;
  readonly isInBrackets: boolean;
  readonly #document: EditorDocument;
  readonly #lead: string;
  readonly #commas: MissingCommas;

  /** @param lead - what it begins with in any case */
  constructor(document: EditorDocument, place: WrittenPlace, lead: string) {
    const { language, text } = document;
    this.place = place;
    this.isInBrackets = isInBrackets(text, place);
    this.#document = document;
    this.#lead = lead;
    this.#commas = language === "json" ? missingCommas(text, place) : noCommas;
  }

  /** What stands before it in its line. */
  get before(): string {
    const { start } = this.place.replaced;
    const before = this.#document.text.slice(Math.max(0, start - 1000), start);
    return (/[^\r\n]*$/.exec(before)?.[0] ?? "") + this.#lead;
  }

  get needsComma(): boolean {
    return this.#commas.isAfter;
  }

  /** Replaces what stands there, to its end or up to a quote that stays. */
  replace(newText: string, { start, end }: Span = this.place.replaced): Edits {
    const { positions } = this.#document;
    const { before, isAfter } = this.#commas;
    const after = isAfter && end === this.place.replaced.end ? "," : "";
    const textEdit = {
      range: positions.rangeOf({ start, end }),
      newText: `${this.#lead}${before === start ? ", " : ""}${newText}${after}`,
    };
    if (before === undefined || before === start) return { textEdit };
    const range = positions.rangeOf({ start: before, end: before });
    return { textEdit, additionalTextEdits: [{ range, newText: "," }] };
  }

  /** A value as it is written here, its lines indented as a client leaves them. */
  written(value: JsonValue): string {
    const { text, yaml } = this.#document;
    if (yaml === undefined) {
      if (typeof value !== "object") return JSON.stringify(value);
      const indentation = /^\s*/.exec(this.before)?.[0] ?? "";
      const lines = JSON.stringify(value, undefined, indentationUnitOf(text));
      return lines.replaceAll("\n", `\n${indentation}`);
    }
    if (this.isInBrackets) return yaml.text(value, "brackets");
    // The keys of an item are below each other, right of its dash.
    const indentation = this.before.replaceAll(/\S/g, " ");
    return yaml.text(value, "lines").replaceAll(/\n(?=.)/g, `\n${indentation}`);
  }

  /**
   * Replaces all of a text without quotes by expressions that it is completed to, each with quotes where it needs
   * some: clients expect that all items replace the same. Nothing where only a part has to be replaced.
   */
  wholes(
    { node: { value }, start }: PlacedExpression,
    completions: readonly Completion[],
  ): readonly Edits[] | undefined {
    const { text, replaced } = this.place;
    const isInOneLine = replaced.start === text.start && replaced.end === text.end;
    if (text.style !== "plain" || !isInOneLine) return undefined;
    const all = completions.map(({ replaces, ...one }) => {
      const before = value.slice(0, start + replaces.start);
      const after = value.slice(start + replaces.end);
      return { ...one, before, after, hasQuotes: this.#needsQuotes(before + one.text + after) };
    });
    if (this.#lead === "" && all.every(({ hasQuotes }) => !hasQuotes)) return undefined;
    return all.map(({ label, filterText = label, isSnippet, hasQuotes, ...one }) => {
      const [before, inserted, after] = [one.before, one.text, one.after].map((part) =>
        inStyle(part, hasQuotes ? "double" : "plain"),
      );
      const given = (part = ""): string =>
        isSnippet === true ? part.replaceAll(/[$}\\]/g, String.raw`\$&`) : part;
      const quote = hasQuotes ? '"' : "";
      const newText = `${quote}${given(before)}${inserted}${given(after)}${quote}`;
      return { ...this.replace(newText), filterText: one.before + filterText };
    });
  }

  /** Whether a text without quotes in several lines, of which one part is completed, needs none then. */
  fits(
    { node: { value, style }, start }: PlacedExpression,
    { replaces, text }: Completion,
  ): boolean {
    const all = value.slice(0, start + replaces.start) + text + value.slice(start + replaces.end);
    return style !== "plain" || !this.#needsQuotes(all);
  }

  #needsQuotes(text: string): boolean {
    const { yaml } = this.#document;
    if (yaml === undefined) return true;
    return (this.isInBrackets ? yaml.plainOrQuoted(text) : yaml.text(text, "lines")) !== text;
  }
}
