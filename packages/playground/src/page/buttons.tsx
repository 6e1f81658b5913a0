import { defineComponent, shallowRef } from "vue";
import { copyLink, downloadProject, fixPolicy, formatPolicy, replaceAll } from "./actions.ts";
import { loadExamples, type Example } from "./examples.ts";
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
    return () => {
      const message = session.message.value;
      return (
        <div class="tp-bar">
          <div class="tp-buttons">
            <MenuButton
              title="Examples"
              onOpen={() => void load()}
              items={examples.value.map(({ title, about, state }) => ({
                title,
                about,
                run: () => replaceAll(session, state, `The example "${title}" is shown.`),
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
                if (first) replaceAll(session, first.state, "Everything is as at the beginning.");
              }}
            >
              Reset
            </button>
            <KeysDialog />
          </div>
          <p class={["tp-message", message?.isError === true && "tp-error"]} role="status">
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
