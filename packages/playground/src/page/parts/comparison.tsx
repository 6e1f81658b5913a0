import type { FunctionalComponent, VNode } from "vue";
import type { Compared, ComparedGroup } from "../../work/messages.ts";
import { AnswerLine } from "./answer-line.tsx";
import { ExchangeLine } from "./exchange-line.tsx";
import { limitedItems } from "./limited-list.tsx";

const tones = { same: "good", different: "plain", unknown: "bad" } as const;

interface ComparisonProps {
  readonly compared: Compared;
  /** True while it is about earlier texts. */
  readonly isOld: boolean;
  readonly showsDocuments?: boolean | undefined;
}

export const Comparison: FunctionalComponent<ComparisonProps> = ({
  compared: { verdict, text, documents, groups, notes },
  isOld,
  showsDocuments = false,
}) => (
  <div class="tp-answer">
    <AnswerLine tone={tones[verdict]} text={text} isOld={isOld}>
      {showsDocuments ? <span>As documents they are {documents}.</span> : undefined}
    </AnswerLine>
    <ol class="tp-items">{limitedItems(groups, groupItem)}</ol>
    {notes.map((note) => (
      <p key={note} class="tp-quiet">
        {note}
      </p>
    ))}
  </div>
);
Comparison.props = ["compared", "isOld", "showsDocuments"];

function groupItem(group: ComparedGroup, key: number): VNode {
  const { which, exchange, before, after, differences, dependsOn } = group;
  return (
    <li key={key} class="tp-item">
      <p>
        <code class="tp-condition">{which}</code>
      </p>
      <ExchangeLine exchange={exchange} />
      <table class="tp-table">
        <thead>
          <tr>
            <th scope="col">
              <span class="tp-hidden">What</span>
            </th>
            <th scope="col">before</th>
            <th scope="col">after</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">result</th>
            <td>{before.text}</td>
            <td>{after.text}</td>
          </tr>
          {differences.map((one) => (
            <tr key={one.what}>
              <th scope="row">{one.what}</th>
              <td>{one.before}</td>
              <td>{one.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {dependsOn === undefined ? undefined : <p class="tp-quiet">{dependsOn}</p>}
    </li>
  );
}
