import { defineComponent, type VNode } from "vue";
import type { RuleReach } from "../../work/messages.ts";
import { useAnswer } from "../answers.ts";
import { useSession } from "../session.ts";
import { ExchangeLine } from "./exchange-line.tsx";
import { limitedItems } from "./limited-list.tsx";
import { PlaceButton } from "./problem-text.tsx";
import { Waiting } from "./waiting.tsx";

/** The time limit of the search, in seconds. */
const seconds = 10;

interface ProposalsProps {
  /** The sentence of a problem that stands beside them. */
  readonly said: string | undefined;
}

/** A request for each rule of the policy, which is looked for when it is wanted. */
export const Proposals = defineComponent(
  (props: ProposalsProps) => {
    const { proposes } = useSession();
    return () => (
      <details
        class="tp-details"
        open={proposes.value}
        onToggle={({ currentTarget }: Event) => {
          proposes.value = (currentTarget as HTMLDetailsElement).open;
        }}
      >
        <summary>A request for each rule</summary>
        {proposes.value ? <ProposedRequests said={props.said} /> : undefined}
      </details>
    );
  },
  { name: "Proposals", props: ["said"] },
);

const ProposedRequests = defineComponent(
  (props: ProposalsProps) => {
    const session = useSession();
    const asked = useAnswer(
      "prove",
      () => session.about.value && { ...session.about.value, seconds },
      { client: session.slowWork, pause: 500 },
    );
    return () => (
      <div>
        <Waiting asked={asked} doing="Looking for requests" canStop said={props.said} />
        <ul class="tp-items">{limitedItems(asked.answer.value?.rules ?? [], proposal)}</ul>
      </div>
    );
  },
  { name: "ProposedRequests", props: ["said"] },
);

const words = {
  reached: "No request was found.",
  never: "No request reaches it.",
  unknown: "It is not known whether a request reaches it.",
} as const;

function proposal({ path, name, place, state, witness }: RuleReach): VNode {
  return (
    <li key={path} class="tp-item">
      <p>
        <span class="tp-rule-name">{name}</span>{" "}
        {place === undefined ? undefined : <PlaceButton place={place} />}
      </p>
      {witness === undefined ? (
        <p class="tp-quiet">{words[state]}</p>
      ) : (
        <ExchangeLine exchange={witness} />
      )}
    </li>
  );
}
