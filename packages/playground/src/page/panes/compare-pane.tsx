import { defineAsyncComponent, defineComponent, ref, watch } from "vue";
import type { WrittenPolicy } from "../../link/state.ts";
import { useAnswer } from "../answers.ts";
import { CodeEditor } from "../editor/code-editor.tsx";
import { Comparison } from "../parts/comparison.tsx";
import { ProblemText } from "../parts/problem-text.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { policyUri } from "../policy-section.tsx";
import { useSession } from "../session.ts";

const ChangesView = defineAsyncComponent(
  async () => (await import("../editor/changes-view.tsx")).ChangesView,
);

/** The time limit of a comparison, in seconds. */
const seconds = 20;

/** The pane with another version of the policy, and the requests that the two treat differently. */
export const ComparePane = defineComponent(
  () => {
    const session = useSession();
    const { state } = session;
    const showsText = ref(false);
    const asked = useAnswer(
      "compare",
      () => {
        const other = session.other.text.value;
        if (other === undefined || other.text.trim() === "") return undefined;
        return session.about.value && { ...session.about.value, other, seconds };
      },
      { client: session.slowWork, pause: 500 },
    );
    watch(asked.answer, (answer) => {
      if (answer !== undefined) session.announced.pane = answer.text;
    });
    const swap = (): void => {
      const { policy, other } = state;
      if (other === undefined) return;
      state.policy = other;
      state.other = policy;
    };
    return () => {
      const other: WrittenPolicy = state.other ?? { language: state.policy.language, text: "" };
      const problem = session.policy.problem.value ?? session.other.problem.value;
      const answer = asked.answer.value;
      const isOld = session.isOld(asked);
      return (
        <div class={["tp-pane", isOld && "tp-checking"]} aria-busy={isOld}>
          <div class="tp-section-bar">
            <span>The version before</span>
            <button
              type="button"
              class="tp-button tp-small"
              onClick={() => {
                state.other = state.policy;
              }}
            >
              Take the policy as it is
            </button>
            <button
              type="button"
              class="tp-button tp-small"
              disabled={state.other === undefined}
              onClick={swap}
            >
              Swap
            </button>
            <label class="tp-check">
              <input
                type="checkbox"
                checked={showsText.value}
                disabled={state.other === undefined}
                onChange={() => {
                  showsText.value = !showsText.value;
                }}
              />{" "}
              Show changed lines
            </label>
          </div>
          {showsText.value ? (
            <ChangesView before={other} after={state.policy} />
          ) : (
            <CodeEditor
              name="other"
              label="The version before"
              language={other.language}
              text={other.text}
              uri={policyUri("other", other.language)}
              hint="Paste the version before, or take the policy as it is, and then change it."
              onText={(text: string) => {
                state.other = { language: other.language, text };
              }}
            />
          )}
          {problem === undefined ? undefined : <ProblemText problem={problem} />}
          <Waiting asked={asked} doing="Comparing" canStop />
          {answer === undefined ? undefined : (
            <Comparison compared={answer} isOld={isOld} showsDocuments />
          )}
        </div>
      );
    };
  },
  { name: "ComparePane" },
);
