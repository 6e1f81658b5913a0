import type { FunctionalComponent } from "vue";
import type { QuestionKind } from "../../work/messages.ts";
import type { Asked } from "../answers.ts";
import { ProblemText } from "./problem-text.tsx";

interface WaitingProps {
  readonly asked: Asked<QuestionKind>;
  readonly doing: string;
  readonly canStop?: boolean | undefined;
  /** The sentence of a problem that stands elsewhere, and is not said twice. */
  readonly said?: string | undefined;
}

export const Waiting: FunctionalComponent<WaitingProps> = ({
  asked,
  doing,
  canStop = false,
  said,
}) => (
  <div class="tp-waiting">
    {asked.isSlow.value ? (
      <p class="tp-working" role="status">
        <span class="tp-spinner" aria-hidden="true" /> {doing}…{" "}
        {canStop ? (
          <button type="button" class="tp-button tp-small" onClick={() => asked.stop()}>
            Stop
          </button>
        ) : undefined}
      </p>
    ) : undefined}
    {asked.isStopped.value ? (
      <p class="tp-working">
        Stopped.{" "}
        <button type="button" class="tp-button tp-small" onClick={() => asked.again()}>
          Start again
        </button>
      </p>
    ) : undefined}
    {asked.problem.value === undefined || asked.problem.value.message === said ? undefined : (
      <ProblemText problem={asked.problem.value} />
    )}
  </div>
);
Waiting.props = ["asked", "doing", "canStop", "said"];
