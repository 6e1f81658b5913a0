import { defineComponent, shallowRef } from "vue";
import {
  copyLink,
  downloadProject,
  fixPolicy,
  formatPolicy,
  removeExample,
  replaceAll,
} from "./actions.ts";
import { loadExamples, stateOf, type Example } from "./examples.ts";
import { KeysDialog } from "./parts/keys-dialog.tsx";
import { MenuButton } from "./parts/menu-button.tsx";
import { useSession } from "./session.ts";

export const Buttons = defineComponent(
  () => {
    const session = useSession();
    const examples = shallowRef<readonly Example[]>([]);
    const load = async (): Promise<void> => {
      try {
        examples.value = await loadExamples(session.options.base);
      } catch {
        session.say({ text: "The examples could not be loaded.", isError: true });
      }
    };
    void load();
    const show = (example: Example, text: string): void =>
      void replaceAll(session, stateOf(example), text);
    return () => {
      const message = session.message.value;
      return (
        <div class="tp-bar">
          <div class="tp-buttons">
            <MenuButton
              title="Examples"
              onOpen={() => void load()}
              items={examples.value.map((example) => ({
                title: example.title,
                about: example.about,
                group: example.group,
                run: () => show(example, `The example "${example.title}" is shown.`),
              }))}
            />
            <button type="button" class="tp-button" onClick={() => void formatPolicy(session)}>
              Format
            </button>
            <button type="button" class="tp-button" onClick={() => void fixPolicy(session)}>
              Fix all
            </button>
            <button type="button" class="tp-button" onClick={() => void copyLink(session)}>
              Copy link
            </button>
            <button type="button" class="tp-button" onClick={() => void downloadProject(session)}>
              Copy as project
            </button>
            <button
              type="button"
              class="tp-button"
              onClick={() => {
                const [first] = examples.value;
                if (first) show(first, "Everything is as at the beginning.");
              }}
            >
              Reset
            </button>
            <KeysDialog />
          </div>
          {session.canRemoveExample.value ? (
            <p class="tp-offer">
              The cases and assertions are still those of the example.{" "}
              <button type="button" class="tp-link" onClick={() => removeExample(session)}>
                Remove them
              </button>{" "}
              <button
                type="button"
                class="tp-link"
                onClick={() => {
                  session.canRemoveExample.value = false;
                }}
              >
                Keep them
              </button>
            </p>
          ) : undefined}
          <p
            class={[
              "tp-message",
              message === undefined && "tp-silent",
              message?.isError === true && "tp-error",
            ]}
            role="status"
          >
            {message?.text}{" "}
            {message?.action === undefined ? undefined : (
              <button type="button" class="tp-link" onClick={message.action.run}>
                {message.action.title}
              </button>
            )}
          </p>
        </div>
      );
    };
  },
  { name: "Buttons" },
);
