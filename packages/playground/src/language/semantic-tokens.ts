import { LSPPlugin } from "@codemirror/lsp-client";
import { RangeSet, StateEffect, StateField, type Extension, type Range } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";

/** The time without changes before expressions are coloured, in milliseconds. */
const pause = 60;

const width = 5;

const setTokens = StateEffect.define<DecorationSet>();

const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTokens)) return effect.value;
    return shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function semanticHighlighting(): Extension {
  return [
    tokens,
    ViewPlugin.fromClass(
      class {
        readonly #view: EditorView;
        #timer: ReturnType<typeof setTimeout> | undefined;
        #asked = 0;

        constructor(view: EditorView) {
          this.#view = view;
          this.#later(0);
        }

        update({ docChanged, viewportChanged }: ViewUpdate): void {
          if (docChanged || viewportChanged) this.#later(pause);
        }

        destroy(): void {
          clearTimeout(this.#timer);
          this.#asked = -1;
        }

        #later(milliseconds: number): void {
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => void this.#ask(), milliseconds);
        }

        async #ask(): Promise<void> {
          const view = this.#view;
          const plugin = LSPPlugin.get(view);
          if (plugin === null || this.#asked < 0) return;
          const asked = ++this.#asked;
          plugin.client.sync();
          const { doc } = view.state;
          const { from, to } = view.viewport;
          let answer: { readonly data: readonly number[] } | null;
          try {
            answer = await plugin.client.request("textDocument/semanticTokens/range", {
              textDocument: { uri: plugin.uri },
              range: { start: plugin.toPosition(from, doc), end: plugin.toPosition(to, doc) },
            });
          } catch {
            // A document without colours can still be read.
            return;
          }
          if (asked !== this.#asked || view.state.doc !== doc || answer === null) return;
          const wanted = decorated(plugin, answer.data);
          if (RangeSet.eq([view.state.field(tokens)], [wanted])) return;
          view.dispatch({ effects: setTokens.of(wanted) });
        }
      },
    ),
  ];
}

function decorated(plugin: LSPPlugin, data: readonly number[]): DecorationSet {
  const { doc } = plugin.view.state;
  const provider = plugin.client.serverCapabilities?.semanticTokensProvider;
  const types = provider?.legend.tokenTypes ?? [];
  const ranges: Range<Decoration>[] = [];
  let [line, character] = [0, 0];
  for (let index = 0; index < data.length; index += width) {
    const [below = 0, right = 0, length = 0, type = 0] = data.slice(index, index + width);
    line += below;
    character = below === 0 ? character + right : right;
    if (line >= doc.lines || length === 0) continue;
    const from = doc.line(line + 1).from + character;
    if (from + length > doc.length) continue;
    ranges.push(markOf(types[type] ?? "").range(from, from + length));
  }
  return Decoration.set(ranges, true);
}

const marks = new Map<string, Decoration>();

function markOf(type: string): Decoration {
  const known = marks.get(type) ?? Decoration.mark({ class: `tp-cel tp-cel-${type}` });
  marks.set(type, known);
  return known;
}
