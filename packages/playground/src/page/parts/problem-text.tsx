import type { FunctionalComponent } from "vue";
import type { Place, PlacedMessage, Problem } from "../../work/messages.ts";
import { useSession, type EditorName } from "../session.ts";
import { limitedItems } from "./limited-list.tsx";

export const PlaceButton: FunctionalComponent<{
  readonly place: Place;
  readonly editor?: EditorName | undefined;
}> = ({ place, editor = "policy" }) => {
  const session = useSession();
  return (
    <button type="button" class="tp-link tp-place-link" onClick={() => session.show(place, editor)}>
      {editor === "policy" ? "line" : `${editor} line`} {place.line}
    </button>
  );
};
PlaceButton.props = ["place", "editor"];

export const ProblemText: FunctionalComponent<{ readonly problem: Problem }> = ({ problem }) => {
  const { message, help, place, input } = problem;
  return (
    <p class="tp-problem" role="alert">
      {message} {help} {place && input ? <PlaceButton place={place} editor={input} /> : undefined}
    </p>
  );
};
ProblemText.props = ["problem"];

export const Messages: FunctionalComponent<{
  readonly title: string;
  readonly messages: readonly PlacedMessage[];
  readonly tone?: string | undefined;
}> = ({ title, messages, tone = "plain" }) =>
  messages.length === 0 ? undefined : (
    <section class={`tp-messages tp-messages-${tone}`}>
      <h2>{title}</h2>
      <ul>
        {limitedItems(messages, ({ message, help, place }, index) => (
          <li key={index}>
            {message} {help} {place === undefined ? undefined : <PlaceButton place={place} />}
          </li>
        ))}
      </ul>
    </section>
  );
Messages.props = ["title", "messages", "tone"];
