import { defineComponent } from "vue";
import { useAnswer } from "../answers.ts";
import { copyText } from "../copy-text.ts";
import { CodeEditor } from "../editor/code-editor.tsx";
import { ProblemText } from "../parts/problem-text.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useSession } from "../session.ts";

/** The pane with the document that would be pushed to the service. */
export const JsonPane = defineComponent(
  () => {
    const session = useSession();
    const asked = useAnswer(
      "deployed",
      () => session.about.value && { policy: session.about.value.policy },
      { client: session.work },
    );
    const copy = (text: string): void => void copyText(session, text, "The JSON");
    return () => {
      const problem = session.policy.problem.value;
      const answer = asked.answer.value;
      return (
        <div class="tp-pane tp-json">
          <p class="tp-about">What is pushed to the service, here with line breaks.</p>
          {problem === undefined ? undefined : <ProblemText problem={problem} />}
          <Waiting asked={asked} doing="Writing" />
          {answer === undefined ? undefined : (
            <>
              <div class="tp-section-bar">
                <span class="tp-quiet">{answer.bytes.toLocaleString("en")} bytes</span>
                <button type="button" class="tp-button tp-small" onClick={() => copy(answer.text)}>
                  Copy as it is pushed
                </button>
                <button
                  type="button"
                  class="tp-button tp-small"
                  onClick={() => copy(answer.pretty)}
                >
                  Copy with line breaks
                </button>
              </div>
              <CodeEditor
                name="json"
                label="The document as it is pushed"
                language="json"
                text={answer.pretty}
                isReadOnly
              />
            </>
          )}
        </div>
      );
    };
  },
  { name: "JsonPane" },
);
