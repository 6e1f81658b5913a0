import { defineComponent } from "vue";
import { goTo, type Finding } from "../../language/findings.ts";
import { useSession, type EditorName } from "../session.ts";

interface FindingListProps {
  readonly editor: EditorName;
  readonly findings: readonly PlacedFinding[];
}

export interface PlacedFinding extends Finding {
  readonly line: number;
}

/** A longer list would not be read. */
const mostShown = 100;

/** Of one group. */
const mostPlaces = 20;

const words = { error: "Error", warning: "Warning", info: "Note", hint: "Note" } as const;

export const FindingList = defineComponent(
  (props: FindingListProps) => {
    const session = useSession();
    const show = ({ from, to }: Finding): void => {
      const view = session.editor(props.editor);
      if (view !== undefined) goTo(view, from, to);
    };
    const fix = (finding: Finding): void => {
      const view = session.editor(props.editor);
      if (view !== undefined) session.language.actions.fix(view, finding);
    };
    const rule = (name: string) => {
      const href = session.language.actions.ruleLink(name);
      return href === undefined ? (
        <button
          type="button"
          class="tp-link tp-rule"
          onClick={() => session.language.actions.explain(name)}
        >
          {name}
        </button>
      ) : (
        <a class="tp-rule" href={href} target="_blank" rel="noopener">
          {name}
        </a>
      );
    };
    return () => {
      const groups = groupsOf(props.findings);
      return (
        <ul class="tp-findings">
          {groups.slice(0, mostShown).map(([finding, ...more], index) => (
            <li key={index} class={`tp-finding-item tp-${finding.severity}`}>
              <button type="button" class="tp-place" onClick={() => show(finding)}>
                <span class="tp-severity">{words[finding.severity]}</span>
                <span class="tp-line-number">line {finding.line}</span>
              </button>
              <div class="tp-finding-text">
                <span class="tp-finding-summary">{finding.summary}</span>{" "}
                <span class="tp-finding-detail">{finding.details.join(" ")}</span>{" "}
                {finding.rule === undefined ? undefined : rule(finding.rule)}
                {more.length === 0 ? undefined : (
                  <span class="tp-finding-more">
                    {" "}
                    also in{" "}
                    {more.slice(0, mostPlaces).map((one, at) => [
                      at > 0 ? ", " : undefined,
                      <button type="button" class="tp-link" onClick={() => show(one)}>
                        line {one.line}
                      </button>,
                    ])}
                    {more.length > mostPlaces ? ` and ${more.length - mostPlaces} more` : undefined}
                  </span>
                )}
              </div>
              {finding.fix === undefined ? undefined : (
                <button
                  type="button"
                  class="tp-button tp-small"
                  title={finding.fix}
                  aria-label={`Fix: ${finding.fix}`}
                  onClick={() => fix(finding)}
                >
                  Fix
                </button>
              )}
            </li>
          ))}
          {groups.length > mostShown ? (
            <li class="tp-finding-item">{groups.length - mostShown} more in the text.</li>
          ) : undefined}
        </ul>
      );
    };
  },
  { name: "FindingList", props: ["editor", "findings"] },
);

type Group = readonly [PlacedFinding, ...PlacedFinding[]];

/** Findings that say the same together, the most severe first. */
function groupsOf(findings: readonly PlacedFinding[]): readonly Group[] {
  const groups = new Map<string, [PlacedFinding, ...PlacedFinding[]]>();
  for (const one of findings) {
    const { severity, rule, message } = one;
    const key = JSON.stringify([severity, rule, message]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return severities.flatMap((severity) =>
    [...groups.values()].filter(([first]) => first.severity === severity),
  );
}

const severities = ["error", "warning", "info", "hint"] as const;
