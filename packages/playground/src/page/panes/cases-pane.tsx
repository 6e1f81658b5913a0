import { defineComponent, ref, watch, type VNode } from "vue";
import type { CaseOutcome, CasesRun } from "../../work/messages.ts";
import { useAnswer } from "../answers.ts";
import type { Mark } from "../editor/marks.ts";
import { AnswerLine } from "../parts/answer-line.tsx";
import { Differences } from "../parts/differences.tsx";
import { DocumentEditor } from "../parts/document-editor.tsx";
import { ExchangeLine } from "../parts/exchange-line.tsx";
import { importantItems, limitedItems } from "../parts/limited-list.tsx";
import { Messages, PlaceButton, ProblemText } from "../parts/problem-text.tsx";
import { TraceList } from "../parts/trace-list.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useSession, type Session } from "../session.ts";

const hint = `cases:
  - name: What is tested
    request: { url: https://example.com/ }
    expect: { outcome: forwarded }`;

/** The pane with the cases of the policy, their results, and the coverage gaps. */
export const CasesPane = defineComponent(
  () => {
    const session = useSession();
    const { state } = session;
    const asked = useAnswer(
      "runCases",
      () => {
        const { cases = "" } = state;
        return cases.trim() === ""
          ? undefined
          : session.about.value && { ...session.about.value, cases };
      },
      { client: session.work },
    );
    const isSuggesting = ref(false);
    const suggest = async (): Promise<void> => {
      isSuggesting.value = true;
      await suggestCases(session);
      isSuggesting.value = false;
    };
    watch(asked.answer, (answer) => {
      session.marks.value = (answer?.coverage.gaps ?? []).flatMap(
        ({ place, unreachable }): Mark[] =>
          place === undefined
            ? []
            : [
                {
                  place,
                  tone: "muted",
                  words: unreachable === undefined ? "not covered" : "unreachable",
                },
              ],
      );
      if (answer !== undefined) session.announced.pane = answer.summary;
    });
    return () => {
      const policyProblem = session.policy.problem.value;
      const answer = asked.answer.value;
      const isOld = session.isOld(asked);
      return (
        <div class={["tp-pane", isOld && "tp-checking"]} aria-busy={isOld}>
          <DocumentEditor name="cases" label="Cases" hint={hint} asked={asked} />
          <div class="tp-section-bar">
            <button
              type="button"
              class="tp-button"
              disabled={isSuggesting.value}
              onClick={() => void suggest()}
            >
              Suggest cases
            </button>
            {isSuggesting.value ? (
              <span class="tp-working" role="status">
                <span class="tp-spinner" aria-hidden="true" /> Looking for cases…{" "}
                <button
                  type="button"
                  class="tp-button tp-small"
                  onClick={() => session.slowWork.close()}
                >
                  Stop
                </button>
              </span>
            ) : undefined}
          </div>
          {policyProblem === undefined ? undefined : <ProblemText problem={policyProblem} />}
          <Waiting asked={asked} doing="Running cases" />
          {answer === undefined ? undefined : results(answer, isOld)}
        </div>
      );
    };
  },
  { name: "CasesPane" },
);

async function suggestCases(session: Session): Promise<void> {
  const { about, state, slowWork } = session;
  if (about.value === undefined) return;
  const { cases } = state;
  const reply = await slowWork.ask("suggestCases", { ...about.value, cases });
  if (reply.state === "refused") {
    session.say({ text: reply.problem.message, isError: true });
    return;
  }
  if (reply.state === "replaced" || state.cases !== cases) return;
  const { count, document } = reply.answer;
  state.cases = document;
  const added = count === 1 ? "One case was added." : `${count} cases were added.`;
  const undo = (): void => {
    state.cases = cases;
  };
  session.say(
    count === 0
      ? "There is nothing left that a case could cover."
      : { text: `${added} Check what they expect.`, action: { title: "Undo", run: undo } },
  );
}

function summaryTone(cases: CasesRun["cases"]): "good" | "fail" | "plain" {
  if (cases.some(({ state }) => state === "failed" || state === "error")) return "fail";
  return cases.length > 0 && cases.every(({ state }) => state === "passed") ? "good" : "plain";
}

function results(ran: CasesRun, isOld: boolean): VNode {
  const { summary, cases, coverage, problems } = ran;
  return (
    <div class="tp-answer">
      <AnswerLine tone={summaryTone(cases)} text={summary} isOld={isOld} />
      <Messages title="What the service probably refuses" messages={problems} tone="warn" />
      <ul class="tp-items">{importantItems(cases, ({ state }) => state !== "passed", caseItem)}</ul>
      <section>
        <h2>
          Coverage <span class="tp-quiet">{coverage.percent} %</span>
        </h2>
        <ul class="tp-items">
          {limitedItems(
            coverage.rules,
            ({ path, name, place, percent, matched, notMatched, failed }) => (
              <li key={path} class="tp-item">
                <span class={["tp-tag", percent === 100 && "tp-tag-good"]}>{percent} %</span>{" "}
                <span class="tp-rule-name">{name}</span>{" "}
                {place === undefined ? undefined : <PlaceButton place={place} />}{" "}
                <span class="tp-quiet">
                  matched {matched}, did not match {notMatched}
                  {failed > 0 ? `, failed ${failed}` : undefined}
                </span>
              </li>
            ),
          )}
        </ul>
      </section>
      <Messages
        title="Not covered"
        messages={coverage.gaps.map(({ message, place, unreachable }) => ({
          message,
          ...(place && { place }),
          ...(unreachable !== undefined && { help: unreachable }),
        }))}
      />
    </div>
  );
}

const words = {
  passed: "passed",
  failed: "failed",
  undecided: "undecided",
  error: "could not run",
} as const;

const tones = { passed: "good", failed: "fail", undecided: "muted", error: "fail" } as const;

function caseItem(one: CaseOutcome, key: number): VNode {
  const { name, place, state, exchange, result, directions, problem } = one;
  return (
    <li key={key} class="tp-item">
      <p>
        <span class={`tp-tag tp-tag-${tones[state]}`}>{words[state]}</span>{" "}
        <span class="tp-rule-name">{name}</span>{" "}
        {place === undefined ? undefined : <PlaceButton place={place} editor="cases" />}{" "}
        {result === undefined ? undefined : <span class="tp-quiet">{result.text}</span>}
      </p>
      {state === "passed" || exchange === undefined ? undefined : (
        <ExchangeLine exchange={exchange} />
      )}
      {problem === undefined ? undefined : <ProblemText problem={problem} />}
      <Differences differences={one.differences} />
      {directions.length === 0 ? undefined : (
        <details class="tp-details">
          <summary>Which rules decided</summary>
          <TraceList directions={directions} />
        </details>
      )}
    </li>
  );
}
