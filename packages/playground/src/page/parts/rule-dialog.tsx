import { defineComponent, ref, watch } from "vue";
import { useSession } from "../session.ts";

/** Shows the page of a lint rule where the playground has no documentation next to it. */
export const RuleDialog = defineComponent(
  () => {
    const session = useSession();
    const dialog = ref<HTMLDialogElement>();
    watch(session.shownRule, (shown) => {
      if (shown !== undefined) dialog.value?.showModal();
    });
    return () => (
      <dialog
        class="tp-dialog"
        ref={dialog}
        aria-label={session.shownRule.value?.rule}
        onClose={() => {
          session.shownRule.value = undefined;
        }}
      >
        <pre class="tp-rule-page" tabindex={0}>
          {session.shownRule.value?.page}
        </pre>
        <button type="button" class="tp-button" onClick={() => dialog.value?.close()}>
          Close
        </button>
      </dialog>
    );
  },
  { name: "RuleDialog" },
);
