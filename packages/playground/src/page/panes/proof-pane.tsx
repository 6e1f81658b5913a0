import { defineComponent, watch, type VNode } from "vue";
import type { AssertionOutcome, Proved, RuleReach } from "../../work/messages.ts";
import { useAnswer } from "../answers.ts";
import type { Mark } from "../editor/marks.ts";
import { AnswerLine } from "../parts/answer-line.tsx";
import { Differences } from "../parts/differences.tsx";
import { DocumentEditor } from "../parts/document-editor.tsx";
import { ExchangeLine } from "../parts/exchange-line.tsx";
import { importantItems, limitedItems } from "../parts/limited-list.tsx";
import { Messages, PlaceButton, ProblemText } from "../parts/problem-text.tsx";
import { ResultLine } from "../parts/result-line.tsx";
import { TraceList } from "../parts/trace-list.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useSession } from "../session.ts";

const hint = `assertions:
  - name: What must hold
    when: req.url.path.matches('^/admin(/|$)')
    never: forwarded`;

/** The time limit of a proof, in seconds. */
const seconds = 20;

/** The pane with what holds for all requests, and a request that reaches each rule. */
export const ProofPane = defineComponent(
  () => {
    const session = useSession();
    const { state } = session;
    const asked = useAnswer(
      "prove",
      () => {
        const { assertions = "" } = state;
        const given = assertions.trim() === "" ? {} : { assertions };
        return session.about.value && { ...session.about.value, ...given, seconds };
      },
      { client: session.slowWork, pause: 500 },
    );
    watch(asked.answer, (answer) => {
      session.marks.value = (answer?.rules ?? []).flatMap(({ place, state: reached }): Mark[] =>
        place === undefined ? [] : [{ place, tone: tones[reached], words: words[reached] }],
      );
      if (answer !== undefined) session.announced.pane = answer.summary;
    });
    return () => {
      const policyProblem = session.policy.problem.value;
      const answer = asked.answer.value;
      const isOld = session.isOld(asked);
      return (
        <div class={["tp-pane", isOld && "tp-checking"]} aria-busy={isOld}>
          <DocumentEditor name="assertions" label="Assertions" hint={hint} asked={asked} />
          {policyProblem === undefined ? undefined : <ProblemText problem={policyProblem} />}
          <Waiting asked={asked} doing="Proving" canStop />
          {answer === undefined ? undefined : results(answer, isOld)}
        </div>
      );
    };
  },
  { name: "ProofPane" },
);

const words = {
  reached: "reached",
  never: "partly never reached",
  unknown: "not known",
} as const;

const tones = { reached: "good", never: "fail", unknown: "muted" } as const;

const verdictTones = { proved: "good", refuted: "fail", unknown: "muted" } as const;

function results(proved: Proved, isOld: boolean): VNode {
  const { summary, assertions, rules, problems, isOverTime } = proved;
  return (
    <div class="tp-answer">
      <AnswerLine tone={summaryTone(proved)} text={summary} isOld={isOld} />
      {isOverTime ? (
        <p class="tp-note">The time was up before everything was asked: the rest is not known.</p>
      ) : undefined}
      <Messages title="What the service probably refuses" messages={problems} tone="warn" />
      {assertions.length === 0 ? undefined : (
        <section>
          <h2>Assertions</h2>
          <ul class="tp-items">{limitedItems(assertions, assertionItem)}</ul>
        </section>
      )}
      <section>
        <h2>Which rules are reached</h2>
        <ul class="tp-items">
          {importantItems(rules, ({ state }) => state !== "reached", ruleItem)}
        </ul>
      </section>
    </div>
  );
}

function summaryTone({ assertions, rules }: Proved): "good" | "fail" | "plain" {
  if (assertions.some(({ verdict }) => verdict === "refuted")) return "fail";
  const isProved = assertions.every(({ verdict }) => verdict === "proved");
  const isReached = rules.every(({ state }) => state === "reached");
  return assertions.length > 0 && isProved && isReached ? "good" : "plain";
}

function assertionItem(one: AssertionOutcome, key: number): VNode {
  const { name, place, verdict, asserted, notes, counterexample } = one;
  return (
    <li key={key} class="tp-item">
      <p>
        <span class={`tp-tag tp-tag-${verdictTones[verdict]}`}>{verdict}</span>{" "}
        <span class="tp-rule-name">{name}</span>{" "}
        {place === undefined ? undefined : <PlaceButton place={place} editor="assertions" />}
      </p>
      <p class="tp-quiet">{asserted}</p>
      {notes.map((note) => (
        <p key={note} class="tp-quiet">
          {note}
        </p>
      ))}
      {counterexample === undefined ? undefined : (
        <div class="tp-counterexample">
          <ExchangeLine exchange={counterexample} />
          <ResultLine result={counterexample.result} />
          <Differences differences={counterexample.differences} />
          <details class="tp-details">
            <summary>Which rules decided</summary>
            <TraceList directions={counterexample.directions} />
          </details>
        </div>
      )}
    </li>
  );
}

function ruleItem({ path, name, place, state, witness, unreached }: RuleReach): VNode {
  return (
    <li key={path} class="tp-item">
      <p>
        <span class={`tp-tag tp-tag-${tones[state]}`}>{words[state]}</span>{" "}
        <span class="tp-rule-name">{name}</span>{" "}
        {place === undefined ? undefined : <PlaceButton place={place} />}
      </p>
      {witness === undefined ? undefined : <ExchangeLine exchange={witness} />}
      {unreached.length === 0 ? undefined : (
        <ul>
          {unreached.map(({ message, help, place: at }, index) => (
            <li key={index}>
              {message} {help} {at === undefined ? undefined : <PlaceButton place={at} />}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
