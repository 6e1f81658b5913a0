import {
  RangeSet,
  StateEffect,
  StateField,
  type Extension,
  type Range,
  type Text,
} from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import type { Place } from "../../work/messages.ts";

export interface Mark {
  readonly place: Place;
  /** The colour of the place. The words say the same, so that colour is not needed. */
  readonly tone:
    | "good"
    | "bad"
    | "fail"
    | "muted"
    | "part-true"
    | "part-false"
    | "part-fail"
    | "part-muted";
  readonly words?: string;
}

const setMarks = StateEffect.define<DecorationSet>();

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function showingMarks(): Extension {
  return marks;
}

export function showMarks(view: EditorView, shown: readonly Mark[]): void {
  const wanted = decorated(shown, view.state.doc);
  // Drawing takes longer than comparing, and while somebody types most answers are the same.
  if (RangeSet.eq([view.state.field(marks)], [wanted])) return;
  view.dispatch({ effects: setMarks.of(wanted) });
}

/** Returns the offsets of a place, clamped to the text. */
export function offsetsOf(doc: Text, place: Place): { readonly from: number; readonly to: number } {
  const at = (line: number, column: number): number => {
    const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return Math.min(found.from + Math.max(column - 1, 0), found.to);
  };
  const from = at(place.line, place.column);
  return { from, to: Math.max(from, at(place.endLine, place.endColumn)) };
}

function decorated(shown: readonly Mark[], doc: Text): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const byLine = new Map<number, { tone: Mark["tone"]; words: string }[]>();
  for (const { place, tone, words } of shown) {
    const { from, to } = offsetsOf(doc, place);
    const line = doc.lineAt(from);
    const isPart = tone.startsWith("part-");
    if (isPart && to > from)
      ranges.push(Decoration.mark({ class: `tp-mark-${tone}` }).range(from, to));
    else if (!isPart)
      ranges.push(Decoration.line({ class: `tp-line tp-line-${tone}` }).range(line.from));
    if (words === undefined) continue;
    const said = byLine.get(line.to) ?? [];
    byLine.set(line.to, [...said, { tone, words }]);
  }
  for (const [at, said] of byLine) {
    ranges.push(Decoration.widget({ widget: new Words(said), side: 1 }).range(at));
  }
  return Decoration.set(ranges, true);
}

class Words extends WidgetType {
  readonly #said: readonly { readonly tone: Mark["tone"]; readonly words: string }[];

  constructor(said: readonly { readonly tone: Mark["tone"]; readonly words: string }[]) {
    super();
    this.#said = said;
  }

  get #key(): string {
    return this.#said.map(({ tone, words }) => `${tone} ${words}`).join("\n");
  }

  override eq(other: Words): boolean {
    return other.#key === this.#key;
  }

  toDOM(): HTMLElement {
    const dom = document.createElement("span");
    dom.className = "tp-words";
    for (const { tone, words } of this.#said) {
      const word = document.createElement("span");
      word.className = `tp-word tp-word-${tone}`;
      word.textContent = words;
      dom.append(word);
    }
    return dom;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
