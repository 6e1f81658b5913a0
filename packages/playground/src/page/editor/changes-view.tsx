import { unifiedMergeView } from "@codemirror/merge";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { defineComponent, onBeforeUnmount, onMounted, ref, watch } from "vue";
import type { WrittenPolicy } from "../../link/state.ts";
import { languageExtension } from "./languages.ts";
import { colouring, readOnly } from "./setup.ts";

interface ChangesViewProps {
  readonly before: WrittenPolicy;
  readonly after: WrittenPolicy;
}

export const ChangesView = defineComponent(
  (props: ChangesViewProps) => {
    const host = ref<HTMLElement>();
    const language = new Compartment();
    let view: EditorView | undefined;
    const show = async (): Promise<void> => {
      const { before, after } = props;
      view?.setState(
        EditorState.create({
          doc: after.text,
          extensions: [
            lineNumbers(),
            colouring(),
            readOnly(),
            EditorView.lineWrapping,
            EditorView.contentAttributes.of({ "aria-label": "Changed lines", tabindex: "0" }),
            language.of([]),
            unifiedMergeView({
              original: before.text,
              mergeControls: false,
              collapseUnchanged: { margin: 2, minSize: 4 },
              // More would take too long for a page.
              diffConfig: { scanLimit: 1000, timeout: 200 },
            }),
          ],
        }),
      );
      const extension = await languageExtension(after.language);
      view?.dispatch({ effects: language.reconfigure(extension) });
    };
    onMounted(() => {
      if (host.value !== undefined) view = new EditorView({ parent: host.value });
      void show();
    });
    onBeforeUnmount(() => view?.destroy());
    watch(
      () => [props.before, props.after],
      () => void show(),
    );
    return () => <div class="tp-editor tp-changes" ref={host} />;
  },
  { name: "ChangesView", props: ["before", "after"] },
);
