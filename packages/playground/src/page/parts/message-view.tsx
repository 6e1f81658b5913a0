import type { FunctionalComponent } from "vue";
import type { ShownHeader } from "../../work/messages.ts";

interface MessageViewProps {
  readonly title: string;
  readonly start: string;
  readonly headers: readonly ShownHeader[];
  readonly body?: string | undefined;
  readonly note?: string | undefined;
}

export const MessageView: FunctionalComponent<MessageViewProps> = (props) => {
  const { title, start, headers, body, note } = props;
  return (
    <section class="tp-http">
      <h2>{title}</h2>
      <p class="tp-http-start">
        <code>{start}</code>
      </p>
      {headers.length === 0 ? undefined : (
        <ul class="tp-headers">
          {headers.map(({ name, value, before, change }) => (
            <li key={name} class={change === undefined ? undefined : `tp-header-${change}`}>
              <code>
                <span class="tp-header-name">{name}:</span>{" "}
                {before === undefined ? undefined : <del>{before}</del>} {value}
              </code>{" "}
              {change === undefined ? undefined : <span class="tp-tag">{change}</span>}
            </li>
          ))}
        </ul>
      )}
      {body === undefined || body === "" ? undefined : <pre class="tp-body">{body}</pre>}
      {note === undefined ? undefined : <p class="tp-quiet">{note}</p>}
    </section>
  );
};
MessageView.props = ["title", "start", "headers", "body", "note"];
