import type { FunctionalComponent } from "vue";
import type { Problem, Simulated, SimulatedRecording } from "../../work/messages.ts";
import { ResultLine } from "./result-line.tsx";

interface VerdictProps {
  readonly isComputing: boolean;
  readonly answer: Simulated | SimulatedRecording | undefined;
  readonly problem: Problem | undefined;
}

/** The words for a text or a request without a verdict. */
export function noVerdict({ isNoPolicy }: Problem): string {
  return isNoPolicy === true ? "Not a policy" : "No verdict";
}

/** The outcome in a line: known, depending on questions, being computed, or none. */
export const Verdict: FunctionalComponent<VerdictProps> = ({ isComputing, answer, problem }) => {
  if (isComputing) return line("computing", "Computing…");
  if (problem !== undefined) return line("none", noVerdict(problem));
  if (answer?.kind !== "exchange") return undefined;
  return <ResultLine result={answer.result} isDoubtful={answer.problems.length > 0} />;
};
Verdict.props = ["isComputing", "answer", "problem"];

function line(state: string, words: string) {
  return (
    <p class={`tp-verdict tp-verdict-${state}`}>
      <strong>{words}</strong>
    </p>
  );
}
