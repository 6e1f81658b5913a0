import type { FunctionalComponent } from "vue";
import type { ShownDifference } from "../../work/messages.ts";

export const Differences: FunctionalComponent<{
  readonly differences: readonly ShownDifference[];
}> = ({ differences }) =>
  differences.length === 0 ? undefined : (
    <dl class="tp-differences">
      {differences.map(({ what, expected, received, note }, index) => (
        <div key={index}>
          <dt>{what}</dt>
          <dd>
            expected <code>{expected}</code>, received <code>{received}</code> {note}
          </dd>
        </div>
      ))}
    </dl>
  );
Differences.props = ["differences"];
