import type { FunctionalComponent } from "vue";
import type { ShownResult } from "../../work/messages.ts";

export const resultTones = {
  forwarded: "good",
  answered: "bad",
  closed: "bad",
  failed: "fail",
  depends: "unknown",
} as const;

export const ResultLine: FunctionalComponent<{ readonly result: ShownResult }> = ({
  result: { result, text, by },
}) => (
  <p class={`tp-result tp-result-${resultTones[result]}`}>
    <strong>{text}</strong> {by === undefined ? undefined : <span>by {by}</span>}
  </p>
);
ResultLine.props = ["result"];
