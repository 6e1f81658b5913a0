import { defineComponent, type VNode } from "vue";
import type { WrittenAnswer } from "../../link/state.ts";
import type { PossibleResult, QuestionKind, ShownQuestion } from "../../work/messages.ts";
import type { Asked } from "../answers.ts";
import { useSession } from "../session.ts";
import { DocumentEditor } from "./document-editor.tsx";
import { PlaceButton } from "./problem-text.tsx";

interface ServiceFactsProps {
  readonly questions: readonly ShownQuestion[];
  readonly possible: readonly PossibleResult[] | undefined;
  readonly asked: Asked<QuestionKind>;
}

const hint = `stubs:
  oauth: { next: true, results: { identity.email: me@example.com } }`;

/** The results that are possible, with answers to what only the service knows: one at a time, or as stubs. */
export const ServiceFacts = defineComponent(
  (props: ServiceFactsProps) => {
    const session = useSession();
    const { state } = session;
    const choose = ({ kind, text: about }: ShownQuestion, value: string): void => {
      const others = (state.answers ?? []).filter((one) => one.kind !== kind || one.text !== about);
      const given: WrittenAnswer[] =
        value === "" ? [] : [{ kind, text: about, answer: value === "yes" }];
      const answers = [...others, ...given];
      state.answers = answers.length === 0 ? undefined : answers;
    };
    const item = (question: ShownQuestion): VNode => {
      const { kind, text: about, place, yes, no } = question;
      const given = state.answers?.find((one) => one.kind === kind && one.text === about);
      return (
        <li key={`${kind} ${about}`} class="tp-question">
          <code>{about}</code>
          <select
            class="tp-select"
            aria-label={`What the service knows of ${about}`}
            value={given === undefined ? "" : given.answer ? "yes" : "no"}
            onChange={(event: Event) => choose(question, (event.target as HTMLSelectElement).value)}
          >
            <option value="">not known</option>
            <option value="yes">{yes}</option>
            <option value="no">{no}</option>
          </select>{" "}
          {place === undefined ? undefined : <PlaceButton place={place} />}
        </li>
      );
    };
    return () => (
      <div class="tp-facts">
        {props.possible === undefined ? undefined : possibleResults(props.possible)}
        {props.questions.length === 0 ? undefined : (
          <section class="tp-messages">
            <h2>What only the service knows</h2>
            <ul>{props.questions.map(item)}</ul>
          </section>
        )}
        <details class="tp-details" open={state.settings !== undefined}>
          <summary>Stubs, secrets and other things that the service knows</summary>
          <DocumentEditor name="settings" label="Stubs" hint={hint} asked={props.asked} />
          <p class="tp-quiet">
            As at the top of a cases document: stubs, options, secrets, keySets and random. Values
            of variables stand in the request, under “Document”.
          </p>
        </details>
      </div>
    );
  },
  { name: "ServiceFacts", props: ["questions", "possible", "asked"] },
);

function possibleResults(possible: readonly PossibleResult[]): VNode {
  return (
    <section class="tp-messages">
      <ol>
        {possible.map(({ result, cases }) => (
          <li>
            <strong>{result.text}</strong> {result.by === undefined ? undefined : `by ${result.by}`}
            {cases.map((one) => (
              <div class="tp-quiet">{one}</div>
            ))}
          </li>
        ))}
      </ol>
      <p class="tp-quiet">What follows is about the first.</p>
    </section>
  );
}
