import { computed, defineComponent, watch, type VNode } from "vue";
import type { WrittenExchange } from "../../link/state.ts";
import type { ShownResult, Simulated, SimulatedRecording } from "../../work/messages.ts";
import { useAnswer } from "../answers.ts";
import type { Mark } from "../editor/marks.ts";
import { ExchangeField } from "../exchange/exchange-field.tsx";
import { limitedItems } from "../parts/limited-list.tsx";
import { MarkedText } from "../parts/marked-text.tsx";
import { MessageView } from "../parts/message-view.tsx";
import { Messages, ProblemText } from "../parts/problem-text.tsx";
import { resultTones } from "../parts/result-line.tsx";
import { Proposals } from "../parts/proposals.tsx";
import { ServiceFacts } from "../parts/service-facts.tsx";
import { TraceList, traceMarks } from "../parts/trace-list.tsx";
import { noVerdict, Verdict } from "../parts/verdict.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useSession } from "../session.ts";

/** Uses addresses and hosts reserved for documentation. */
const plainExchange = `request:
  method: GET
  url: https://example.com/
connection:
  clientIp: 192.0.2.1
response:
  status: 200
`;

const plainConnection = `connection:
  clientIp: 192.0.2.1
`;

/** The pane with the result of the policy for an exchange, and why. */
export const OutcomePane = defineComponent(
  () => {
    const session = useSession();
    const { state } = session;
    const isTcp = computed(() => {
      const policy = session.policy.text.value;
      const built = policy?.language === "typescript" ? policy.protocol : undefined;
      const own = built ?? session.heldPolicy.value?.protocol;
      return (state.protocol ?? own) === "tcp";
    });
    const exchange = computed(
      (): WrittenExchange =>
        state.exchange ?? {
          format: "exchange",
          text: isTcp.value ? plainConnection : plainExchange,
        },
    );
    const asked = useAnswer(
      "simulate",
      () =>
        session.about.value && {
          ...session.about.value,
          exchange: exchange.value,
          answers: state.answers,
          settings: state.settings,
        },
      { client: session.work },
    );
    const isComputing = computed(() => {
      const isRunning =
        session.about.value === undefined && session.policy.problem.value === undefined;
      return session.isOld(asked) || isRunning;
    });
    watch(asked.problem, (problem) => {
      if (problem !== undefined) session.announced.pane = noVerdict(problem);
    });
    watch(asked.answer, (answer) => {
      session.marks.value = answer?.kind === "exchange" ? marksOf(answer) : [];
      if (answer?.kind === "exchange") session.announced.pane = spoken(answer.result);
    });
    return () => {
      const answer = asked.answer.value;
      const policyProblem = session.policy.problem.value;
      return (
        <div
          class={["tp-outcome", isComputing.value && "tp-checking"]}
          aria-busy={isComputing.value}
        >
          <ExchangeField
            exchange={exchange.value}
            hasRequest={!isTcp.value}
            last={answer?.kind === "exchange" ? answer.exchange : undefined}
          />
          {isTcp.value ? undefined : <Proposals said={asked.problem.value?.message} />}
          <Verdict
            isComputing={isComputing.value}
            answer={answer}
            problem={policyProblem ?? asked.problem.value}
          />
          {policyProblem === undefined ? undefined : <ProblemText problem={policyProblem} />}
          <Waiting asked={asked} doing="Simulating" />
          <ServiceFacts
            questions={answer?.kind === "exchange" ? answer.questions : []}
            possible={answer?.kind === "exchange" ? answer.possible : undefined}
            asked={asked}
          />
          {answer === undefined
            ? undefined
            : answer.kind === "exchange"
              ? outcome(answer)
              : recording(answer, (entry) => {
                  state.exchange = { ...exchange.value, entry };
                })}
        </div>
      );
    };
  },
  { name: "OutcomePane" },
);

/** Marks the rules in the policy; in another colour where the outcome is only assumed. */
function marksOf({ directions, possible }: Simulated): Mark[] {
  const marks = traceMarks(directions);
  if (possible === undefined) return marks;
  return marks.map((mark) => ({
    ...mark,
    tone: mark.tone.startsWith("part-") ? "part-muted" : "muted",
  }));
}

function spoken({ text, by }: ShownResult): string {
  return by === undefined ? text : `${text}, by ${by}`;
}

function outcome(answer: Simulated): VNode {
  const { upstream, client, clientNote } = answer;
  return (
    <div class={["tp-answer", answer.possible !== undefined && "tp-assumed"]}>
      <Messages title="What failed" messages={answer.errors} tone="fail" />
      <Messages title="What the service probably refuses" messages={answer.problems} tone="warn" />
      <TraceList directions={answer.directions} />
      <div class="tp-https">
        {upstream === undefined ? undefined : (
          <MessageView
            title="The upstream gets"
            start={`${upstream.method} ${upstream.url}`}
            headers={upstream.headers}
            body={upstream.body}
          />
        )}
        {client === undefined ? undefined : (
          <MessageView
            title="The client gets"
            start={String(client.status)}
            headers={client.headers}
            body={client.body}
            note={client.compression && `Compressed with ${client.compression}.`}
          />
        )}
      </div>
      {clientNote === undefined ? undefined : <p class="tp-quiet">{clientNote}</p>}
      <Messages title="Logs" messages={answer.logs} />
      <Messages title="Not simulated" messages={answer.notSimulated} tone="warn" />
      {answer.dependsOn.length === 0 ? undefined : (
        <section class="tp-messages">
          <h2>What it depends on</h2>
          <ul>
            {answer.dependsOn.map(({ option, question, others }) => (
              <li key={option}>
                <MarkedText text={question} /> Here: <code>{option}</code>; {others}.
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function recording(answer: SimulatedRecording, choose: (entry: number) => void): VNode {
  return (
    <div class="tp-answer">
      <Messages title="What the service probably refuses" messages={answer.problems} tone="warn" />
      <ol class="tp-entries">
        {limitedItems(answer.entries, ({ entry, asked, result }) => (
          <li key={entry}>
            <button type="button" class="tp-entry" onClick={() => choose(entry)}>
              <code>{asked}</code>{" "}
              {result === undefined ? (
                <span class="tp-tag">not simulated</span>
              ) : (
                <span class={`tp-tag tp-tag-${resultTones[result.result]}`}>{result.text}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
