import { defineComponent, type VNode } from "vue";
import type { TracedAction, TracedSection, TracedPart, TracedRule } from "../../work/messages.ts";
import type { Mark } from "../editor/marks.ts";
import { importantItems } from "./limited-list.tsx";
import { PlaceButton } from "./problem-text.tsx";

const partSigns = { true: "✓", false: "✗", error: "!", value: "=", skipped: "–" } as const;

const partWords = {
  true: "true",
  false: "false",
  error: "fails",
  value: "value",
  skipped: "not evaluated",
} as const;

const directionWords = {
  completed: "",
  ended: "processing ended here",
  failed: "failed",
  skipped: "not reached",
} as const;

export const TraceList = defineComponent(
  (props: { readonly directions: readonly TracedSection[] }) => () => (
    <div class="tp-trace">
      {props.directions.map(({ direction, result, rules }) =>
        rules.length === 0 ? undefined : (
          <section key={direction}>
            <h2>
              {direction} <span class="tp-quiet">{directionWords[result]}</span>
            </h2>
            <ul class="tp-rules">{importantItems(rules, hasHappened, ruleItem)}</ul>
          </section>
        ),
      )}
    </div>
  ),
  { name: "TraceList", props: ["directions"] },
);

function hasHappened({ result }: TracedRule): boolean {
  return result === "matched" || result === "failed";
}

function ruleItem({ path, name, result, word, place, expressions, actions }: TracedRule): VNode {
  const isOver = result === "skipped";
  return (
    <li key={path} class={`tp-rule-item tp-rule-${result}`}>
      <p class="tp-rule-head">
        <span class={`tp-tag tp-tag-${result}`}>{word}</span>{" "}
        <span class="tp-rule-name">{name}</span>{" "}
        {place === undefined ? undefined : <PlaceButton place={place} />}
      </p>
      {isOver || expressions.length === 0 ? undefined : (
        <ul class="tp-parts">{expressions.map((part, index) => partItem(part, index))}</ul>
      )}
      {isOver ? undefined : (
        <ul class="tp-actions">{actions.map((action) => actionItem(action))}</ul>
      )}
    </li>
  );
}

function partItem(part: TracedPart, key: number): VNode {
  const { text, state, decided, operator, operands } = part;
  return (
    <li key={key} class={["tp-part", `tp-part-${state}`, !decided && "tp-part-undecided"]}>
      <span class="tp-sign" aria-hidden="true">
        {partSigns[state]}
      </span>
      <span class="tp-part-text">
        <code>{text}</code> <span class="tp-part-word">{partText(part)}</span>
      </span>
      {operands.length === 0 ? undefined : (
        <ul
          class="tp-parts"
          aria-label={operator === undefined ? "Operands" : `Operands of ${operator}`}
        >
          {operands.map((operand, index) => partItem(operand, index))}
        </ul>
      )}
    </li>
  );
}

function partText({ state, because }: TracedPart): string {
  const word = partWords[state];
  return because === "" || because === word ? word : `${word}: ${because}`;
}

function actionItem({ path, type, result, word, note, changes }: TracedAction): VNode {
  return (
    <li key={path} class={`tp-action tp-action-${result}`}>
      <code>{type}</code> <span class="tp-quiet">{word}</span>
      {note === undefined ? undefined : <span class="tp-because"> {note}</span>}
      {changes.length === 0 ? undefined : (
        <ul class="tp-changes">
          {changes.map(({ what, before, after }, index) => (
            <li key={index}>
              {what}: {before === undefined ? undefined : <del>{before}</del>}{" "}
              {after === undefined ? <em>removed</em> : <ins>{after}</ins>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const ruleTones = {
  matched: "good",
  "not-matched": "bad",
  failed: "fail",
  skipped: "muted",
} as const;

const partTones = {
  true: "part-true",
  false: "part-false",
  error: "part-fail",
  value: "part-muted",
  skipped: "part-muted",
} as const;

export function traceMarks(directions: readonly TracedSection[]): Mark[] {
  return directions.flatMap(({ rules }) => rules.flatMap(marksOfRule));
}

function marksOfRule({ result, word, place, expressions }: TracedRule): Mark[] {
  const own: Mark[] = place === undefined ? [] : [{ place, tone: ruleTones[result], words: word }];
  if (result === "skipped") return own;
  return [
    ...own,
    ...expressions.flatMap((part): Mark[] => {
      const said = partText(part);
      const [whole, ...rest] = marksOfPart(part);
      // Of an expression with operands, the operands say why.
      const words = part.operands.length === 0 ? said : partWords[part.state];
      return whole === undefined ? rest : [{ ...whole, words }, ...rest];
    }),
  ];
}

function marksOfPart({ place, state, operands }: TracedPart): Mark[] {
  const below = operands.flatMap(marksOfPart);
  if (place === undefined) return below;
  return [{ place, tone: partTones[state] }, ...below];
}
