import type { DifferenceGroup } from "@traffic-policy/policy-proof";
import {
  endingText,
  exchangeLine,
  shownText,
  timesText,
} from "@traffic-policy/policy-engine/report";
import {
  answersText,
  differenceSide,
  shownDifferences,
  verdictText,
} from "@traffic-policy/policy-proof/report";
import { withoutColors, visible } from "@traffic-policy/report";
import type { SecretMask } from "@traffic-policy/report/secret-mask";
import type { Style } from "../context.ts";
import { notProvedNotes } from "../proving/open-answers.ts";
import { resultColor } from "../simulation/report/outcome-lines.ts";
import { counted } from "@traffic-policy/policy-language/internal";
import type { Behaviour } from "./behaviour.ts";

export interface BehaviourView {
  readonly sides: readonly [before: string, after: string];
  readonly style: Style;
  readonly mask: SecretMask;
  readonly verbose?: boolean | undefined;
  readonly brief?: boolean | undefined;
}

const mostShown = 3;

const longest = { condition: 400, value: 60, reason: 300 };

export function behaviourLines(behaviour: Behaviour, view: BehaviourView): string[] {
  const { style, mask, verbose = false, brief = false } = view;
  const { groups, unknown } = brief ? behaviour : behaviourWithoutSecrets(behaviour, mask);
  const most = verbose ? Number.POSITIVE_INFINITY : mostShown;
  const lines = [`${style.bold("behaviour:")} ${verdict(behaviour, style)}`];
  if (brief) return lines;
  lines.push(...notProvedNotes(behaviour.dependsOn).map((note) => `  ${note}`));
  for (const group of groups.slice(0, most)) lines.push(...groupLines(group, view));
  if (groups.length > most) lines.push(`  and ${counted(groups.length - most, "more group")}`);
  const isShown = groups.length === 0 || verbose;
  const reasons = isShown ? [...new Set(unknown.map(({ reason }) => reason))] : [];
  for (const reason of reasons.slice(0, most)) {
    lines.push(`  ${style.dim(shownText(reason, verbose ? 1000 : longest.reason))}`);
  }
  return lines;
}

export function behaviourWithoutSecrets(behaviour: Behaviour, mask: SecretMask): Behaviour {
  return {
    ...behaviour,
    groups: behaviour.groups.map(
      ({ which, condition, exchange, before, after, differences, ...others }) => ({
        ...others,
        which: mask.text(which),
        condition: mask.text(condition),
        exchange: mask.example(exchange),
        ...mask.data({ before, after, differences }),
      }),
    ),
  };
}

export function behaviourText(behaviour: Behaviour | undefined, view: BehaviourView): string {
  if (behaviour === undefined) return "";
  return behaviourLines(behaviour, view)
    .map((line) => `  ${line}\n`)
    .join("");
}

function verdict(behaviour: Behaviour, style: Style): string {
  const color = { same: style.green, different: style.red, unknown: style.yellow };
  return color[behaviour.kind](verdictText(behaviour));
}

function groupLines(
  { which, condition, exchange, times, before, after, differences, dependsOn }: DifferenceGroup,
  { sides, style, verbose = false }: BehaviourView,
): string[] {
  const width = Math.max("example".length, ...sides.map((side) => side.length));
  const labelled = (label: string, text: string): string =>
    `  ${style.dim(label.padEnd(width))}  ${text}`;
  const limit = verbose ? 1000 : longest.value;
  const side = (index: 0 | 1): string[] => {
    const outcome = index === 0 ? before : after;
    return [
      labelled(sides[index], endingText(outcome, resultColor(outcome.result, style))),
      ...shownDifferences({ before, after, differences }).map((difference) => {
        const value = index === 0 ? difference.before : difference.after;
        return labelled("", `  ${visible(difference.what)}: ${differenceSide(value, limit)}`);
      }),
    ];
  };
  return [
    labelled(
      which === condition ? "when" : "for",
      shownText(which, verbose ? 10_000 : longest.condition),
    ),
    labelled("example", `${exchangeLine(exchange)}${timesText(times)}`),
    ...side(0),
    ...side(1),
    ...(dependsOn.length === 0
      ? []
      : [labelled("depends", `with ${answersText(dependsOn)}, it is the same`)]),
  ];
}

export function behaviourMarkdown(
  behaviour: Behaviour | undefined,
  { sides, mask }: Pick<BehaviourView, "sides" | "mask">,
): string[] {
  if (behaviour === undefined) return [];
  const [head = "", ...lines] = behaviourLines(behaviour, { sides, mask, style: withoutColors });
  return [`@@ ${head} @@`, ...lines];
}
