import { defineComponent, ref } from "vue";

const keys: readonly (readonly [string, string])[] = [
  ["Ctrl+Space", "what can be written here"],
  ["F8, Shift+F8", "the next finding, or the one before"],
  ["Ctrl+.", "fixes at the cursor"],
  ["F2", "rename the rule"],
  ["F12, Shift+F12", "where the rule is, and where it is meant"],
  ["Ctrl+Shift+Space", "the parameters of a function"],
  ["Ctrl+F", "search"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Tab, Shift+Tab", "indent, or less"],
  ["Escape, then Tab", "leave the editor"],
];

export const KeysDialog = defineComponent(
  () => {
    const dialog = ref<HTMLDialogElement>();
    const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
    return () => (
      <>
        <button type="button" class="tp-button" onClick={() => dialog.value?.showModal()}>
          Keys
        </button>
        <dialog class="tp-dialog" ref={dialog} aria-label="Keys in an editor">
          <dl class="tp-keys">
            {keys.map(([key, about]) => (
              <div key={key}>
                <dt>{isMac ? key.replaceAll("Ctrl", "Cmd") : key}</dt>
                <dd>{about}</dd>
              </div>
            ))}
          </dl>
          <button type="button" class="tp-button" onClick={() => dialog.value?.close()}>
            Close
          </button>
        </dialog>
      </>
    );
  },
  { name: "KeysDialog" },
);
