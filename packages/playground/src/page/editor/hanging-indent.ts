import { RangeSetBuilder, type EditorState, type Extension } from "@codemirror/state";
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from "@codemirror/view";

const extra = 2;

/** Deeper indentation would leave no room for the continuation. */
const deepest = 24;

export function hangingIndent(): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorated(view);
      }

      update({ docChanged, viewportChanged, view }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.decorations = decorated(view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function decorated({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      if (line.from > last) builder.add(line.from, line.from, indentOf(line.text, state));
      last = line.from;
      at = line.to + 1;
    }
  }
  return builder.finish();
}

const decorations = new Map<number, Decoration>();

function indentOf(text: string, { tabSize }: EditorState): Decoration {
  const [space = ""] = /^[ \t]*(?:- )*/.exec(text.slice(0, 200)) ?? [];
  const columns = [...space].reduce((sum, unit) => sum + (unit === "\t" ? tabSize : 1), extra);
  const indent = Math.min(columns, deepest);
  const known =
    decorations.get(indent) ??
    Decoration.line({ class: "tp-hang", attributes: { style: `--tp-indent: ${indent}ch` } });
  decorations.set(indent, known);
  return known;
}
