import { defineComponent, shallowRef, watch } from "vue";
import { useAnswer } from "../answers.ts";
import { ProblemText } from "../parts/problem-text.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useSession } from "../session.ts";

/** The pane with a diagram of the policy, and the request's way through it. */
export const DrawingPane = defineComponent(
  () => {
    const session = useSession();
    const asked = useAnswer(
      "draw",
      () => session.about.value && { ...session.about.value, exchange: session.state.exchange },
      { client: session.work },
    );
    const svg = shallowRef("");
    watch(asked.answer, async (answer) => {
      if (answer === undefined) {
        svg.value = "";
        return;
      }
      const { default: purifier } = await import("dompurify");
      // Names and texts of the policy are in it.
      svg.value = purifier.sanitize(answer.svg, { USE_PROFILES: { svg: true, svgFilters: true } });
    });
    return () => {
      const problem = session.policy.problem.value;
      return (
        <div class="tp-pane">
          {problem === undefined ? undefined : <ProblemText problem={problem} />}
          <Waiting asked={asked} doing="Drawing" />
          {svg.value === "" ? undefined : (
            <div
              class="tp-drawing"
              tabindex={0}
              role="group"
              aria-label="Drawing"
              innerHTML={svg.value}
            />
          )}
        </div>
      );
    };
  },
  { name: "DrawingPane" },
);
