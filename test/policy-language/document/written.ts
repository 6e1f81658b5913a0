import type { PolicySource, Span } from "@traffic-policy/policy-language";

/** A text written piece by piece, with the string value it stands for and the places of its units. */
export class Written {
  text = "";
  value = "";
  /** For each UTF-16 unit of the value: the range of the text that stands for it. */
  readonly places: Span[] = [];

  /** Writes text that stands for nothing. */
  syntax(text: string): this {
    this.text += text;
    return this;
  }

  /** Writes text that stands for these units as a whole. */
  as(units: string, text: string): this {
    const start = this.text.length;
    this.text += text;
    this.value += units;
    for (let index = 0; index < units.length; index++) {
      this.places.push({ start, end: this.text.length });
    }
    return this;
  }

  /** Writes units as they are. */
  raw(units: string): this {
    for (let index = 0; index < units.length; index++)
      this.as(units.charAt(index), units.charAt(index));
    return this;
  }
}

/** Where a source says that each unit of the string at a pointer was written. */
export function locatedUnits(source: PolicySource, pointer: string, written: Written): unknown[] {
  return written.places.map((_place, index) =>
    source.locate(pointer, { start: index, end: index + 1 }),
  );
}

/** Where each unit of the value was written in a file. */
export function writtenUnits(file: string, { text, places }: Written): unknown[] {
  return places.map(({ start, end }) => ({
    file,
    start: positionOf(text, start),
    end: positionOf(text, end),
  }));
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
