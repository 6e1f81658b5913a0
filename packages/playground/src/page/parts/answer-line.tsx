import type { FunctionalComponent } from "vue";

interface AnswerLineProps {
  readonly tone: "good" | "bad" | "fail" | "plain";
  readonly text: string;
  /** True while the answer is about an earlier text: then it is no answer. */
  readonly isOld: boolean;
}

/** The line above the parts of an answer. */
export const AnswerLine: FunctionalComponent<AnswerLineProps> = (
  { tone, text, isOld },
  { slots },
) => (
  <p class={`tp-result tp-result-${isOld ? "plain" : tone}`}>
    <strong>{isOld ? "Computing…" : text}</strong> {isOld ? undefined : slots["default"]?.()}
  </p>
);
AnswerLine.props = ["tone", "text", "isOld"];
