import {
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from "@codemirror/search";
import { Prec, StateEffect } from "@codemirror/state";
import { keymap, type EditorView } from "@codemirror/view";

const prepared = new WeakSet<EditorView>();

export function openSearch(view: EditorView): void {
  if (!prepared.has(view)) {
    prepared.add(view);
    const extensions = [
      search({ top: true }),
      highlightSelectionMatches(),
      Prec.high(keymap.of(searchKeymap)),
    ];
    view.dispatch({ effects: StateEffect.appendConfig.of(extensions) });
  }
  openSearchPanel(view);
}
