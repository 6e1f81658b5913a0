import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type KeyBinding,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Assigns classes to the colours; the style sheet defines them for light and dark pages. */
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: "tp-key" },
  { tag: [tags.string, tags.special(tags.string)], class: "tp-string" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: "tp-constant" },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], class: "tp-keyword" },
  { tag: [tags.comment], class: "tp-comment" },
  { tag: [tags.typeName, tags.className, tags.labelName], class: "tp-type" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], class: "tp-call" },
  { tag: [tags.invalid], class: "tp-invalid" },
]);

/** Loads the search code on first use. */
const searchKeymap: readonly KeyBinding[] = [
  {
    key: "Mod-f",
    preventDefault: true,
    run(view) {
      void import("./search.ts").then(({ openSearch }) => openSearch(view));
      return true;
    },
  },
];

export function colouring(): Extension {
  return syntaxHighlighting(colours);
}

export function basicSetup(): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    foldGutter({ openText: "⌄", closedText: "›" }),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    indentOnInput(),
    colouring(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...searchKeymap,
      { key: "F8", run: nextDiagnostic },
      { key: "Shift-F8", run: previousDiagnostic },
      // Escape, then Tab leaves the editor.
      indentWithTab,
    ]),
  ];
}

export function readOnly(): Extension {
  return [EditorState.readOnly.of(true), EditorView.editable.of(false)];
}
