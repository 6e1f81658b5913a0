import { Annotation, Compartment, EditorState } from "@codemirror/state";
import { EditorView, placeholder, type ViewUpdate } from "@codemirror/view";
import { defineComponent, onBeforeUnmount, onMounted, ref, useId, watch } from "vue";
import { useSession, type EditorName } from "../session.ts";
import { hangingIndent } from "./hanging-indent.ts";
import { languageExtension, type EditorLanguage } from "./languages.ts";
import { showingMarks, showMarks, type Mark } from "./marks.ts";
import { basicSetup, readOnly } from "./setup.ts";

interface CodeEditorProps {
  readonly name: EditorName;
  readonly label: string;
  readonly language: EditorLanguage;
  readonly text: string;
  /** The document's URI for the language server; undefined for documents that the server does not handle. */
  readonly uri?: string | undefined;
  readonly hint?: string | undefined;
  readonly marks?: readonly Mark[] | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly onText?: ((text: string) => void) | undefined;
  readonly onChanged?: ((view: EditorView) => void) | undefined;
  /** Called after a text was pasted in the place of everything. */
  readonly onPasted?: (() => void) | undefined;
}

/** The time without typing before the page reads the text, in milliseconds. */
const pause = 120;

const fromPage = Annotation.define<boolean>();

export const CodeEditor = defineComponent(
  (props: CodeEditorProps) => {
    const session = useSession();
    const host = ref<HTMLElement>();
    const helpId = useId();
    const [language, server, hint] = [0, 0, 0].map(() => new Compartment());
    let view: EditorView | undefined;
    let unregister = (): void => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    let known = props.text;
    let isClosed = false;

    const read = (): void => {
      clearTimeout(timer);
      timer = undefined;
      session.isTyping.value = false;
      if (view === undefined) return;
      known = view.state.doc.toString();
      props.onText?.(known);
    };
    const languageServer = () =>
      props.uri === undefined ? [] : session.language.extension(props.uri, props.language);
    const setLanguage = async (): Promise<void> => {
      const wanted = props.language;
      const extension = await languageExtension(wanted);
      if (isClosed || wanted !== props.language) return;
      view?.dispatch({ effects: language?.reconfigure(extension) ?? [] });
    };

    const readNow = (): void => {
      if (timer !== undefined) read();
    };
    onMounted(() => {
      session.readers.add(readNow);
      if (host.value === undefined) return;
      view = new EditorView({
        parent: host.value,
        state: EditorState.create({
          doc: props.text,
          extensions: [
            basicSetup(),
            language?.of([]) ?? [],
            server?.of(languageServer()) ?? [],
            EditorView.lineWrapping,
            hangingIndent(),
            hint?.of(props.hint === undefined ? [] : placeholder(props.hint)) ?? [],
            showingMarks(),
            props.isReadOnly === true ? readOnly() : [],
            EditorView.contentAttributes.of({
              "aria-label": props.label,
              "aria-describedby": helpId,
              tabindex: "0",
              ...(props.isReadOnly === true && { "aria-readonly": "true" }),
            }),
            EditorView.updateListener.of((update) => {
              if (
                update.docChanged &&
                !update.transactions.some((one) => one.annotation(fromPage))
              ) {
                clearTimeout(timer);
                session.isTyping.value = true;
                timer = setTimeout(read, pause);
                if (isWholePaste(update)) {
                  read();
                  props.onPasted?.();
                }
              }
              if (update.docChanged || update.transactions.length > 0)
                props.onChanged?.(update.view);
            }),
          ],
        }),
      });
      unregister = session.register(props.name, view);
      void setLanguage();
      showMarks(view, props.marks ?? []);
    });
    onBeforeUnmount(() => {
      session.readers.delete(readNow);
      readNow();
      isClosed = true;
      unregister();
      view?.destroy();
    });
    watch(
      () => props.text,
      (text) => {
        // What comes back from the page is what was typed; somebody may have typed on.
        if (view === undefined || text === known) return;
        clearTimeout(timer);
        timer = undefined;
        session.isTyping.value = false;
        known = text;
        view.dispatch({
          changes: { from: 0, to: view.state.doc.length, insert: text },
          annotations: fromPage.of(true),
        });
      },
    );
    watch(
      () => props.language,
      () => void setLanguage(),
    );
    watch(
      () => props.uri,
      () => view?.dispatch({ effects: server?.reconfigure(languageServer()) ?? [] }),
    );
    watch(
      () => props.marks,
      (marks) => view && showMarks(view, marks ?? []),
    );
    return () => (
      <div class="tp-editor" ref={host}>
        <p id={helpId} class="tp-hidden">
          {props.isReadOnly === true
            ? "This text can only be read."
            : "Tab indents. Press Escape and then Tab to leave the editor."}
        </p>
      </div>
    );
  },
  {
    name: "CodeEditor",
    props: [
      "name",
      "label",
      "language",
      "text",
      "uri",
      "hint",
      "marks",
      "isReadOnly",
      "onText",
      "onChanged",
      "onPasted",
    ],
  },
);

function isWholePaste({ transactions, startState, changes }: ViewUpdate): boolean {
  let isWhole = false;
  changes.iterChangedRanges((from, to) => {
    isWhole = from === 0 && to === startState.doc.length;
  });
  return isWhole && transactions.some((one) => one.isUserEvent("input.paste"));
}
