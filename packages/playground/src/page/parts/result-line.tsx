import type { FunctionalComponent } from "vue";
import type { ShownResult } from "../../work/messages.ts";

export const resultTones = {
  forwarded: "good",
  answered: "bad",
  closed: "bad",
  failed: "fail",
  depends: "unknown",
} as const;

interface ResultLineProps {
  readonly result: ShownResult;
  /** True when the service probably refuses the policy. */
  readonly isDoubtful?: boolean | undefined;
}

export const ResultLine: FunctionalComponent<ResultLineProps> = ({
  result: { result, text, by },
  isDoubtful = false,
}) => (
  <p class={`tp-result tp-result-${isDoubtful ? "unknown" : resultTones[result]}`}>
    <strong>{text}</strong> {by === undefined ? undefined : <span>by {by}</span>}
    {isDoubtful ? <span class="tp-doubt"> if the service accepts the policy</span> : undefined}
  </p>
);
ResultLine.props = ["result", "isDoubtful"];
