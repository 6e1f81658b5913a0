import { defineComponent, shallowRef, watch, type VNode } from "vue";
import type { Migrated, Question, ShownMigrationNote } from "../../work/messages.ts";
import { replaceAll } from "../actions.ts";
import { useAnswer } from "../answers.ts";
import { copyText } from "../copy-text.ts";
import { CodeEditor } from "../editor/code-editor.tsx";
import { AnswerLine } from "../parts/answer-line.tsx";
import { Comparison } from "../parts/comparison.tsx";
import { limitedItems } from "../parts/limited-list.tsx";
import { PlaceButton, ProblemText } from "../parts/problem-text.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useSession } from "../session.ts";

/** The time limit of the comparison, in seconds. */
const seconds = 20;

/** The pane that rewrites the policy of an edge in phases, as endpoints have it, and tells if it behaves the same. */
export const MigratePane = defineComponent(
  () => {
    const session = useSession();
    const { state } = session;
    const asked = useAnswer(
      "migrate",
      () => session.about.value && { ...session.about.value, forwardTo: state.forwardTo },
      { client: session.work, pause: 250 },
    );
    const versions = shallowRef<Question<"compare">>();
    const comparing = useAnswer("compare", () => versions.value, { client: session.slowWork });
    watch(asked.answer, (answer) => {
      // What was migrated is the policy as it is now: an answer about an older one is never shown.
      const before = session.about.value?.policy;
      const now: Question<"compare"> | undefined =
        answer?.compared && before
          ? {
              policy: answer.compared,
              other: before,
              protocol: answer.protocol,
              subjects: ["Before", "After"],
              seconds,
            }
          : undefined;
      if (!areEqual(versions.value, now)) versions.value = now;
      if (answer !== undefined) session.announced.pane = answer.summary;
    });
    watch(comparing.answer, (answer) => {
      if (answer !== undefined) session.announced.pane = `Before and after: ${answer.text}.`;
    });
    const take = (policy: Migrated["policy"]): void => {
      if (policy === undefined) return;
      void replaceAll(session, { ...session.snapshot(), policy }, "The policy is in phases now.");
      // The button is gone by then.
      session.editor("policy")?.focus();
    };
    const forwardField = (): VNode => (
      <div class="tp-fields">
        <label class="tp-field">
          <span>At the end, forward to this internal endpoint: a cloud endpoint needs it</span>
          <input
            class="tp-input"
            type="url"
            value={state.forwardTo}
            placeholder="https://site.internal"
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            onInput={(event: Event) => {
              state.forwardTo = (event.target as HTMLInputElement).value;
            }}
          />
        </label>
      </div>
    );
    return () => {
      const problem = session.policy.problem.value;
      const answer = asked.answer.value;
      const isOld = session.isOld(asked);
      return (
        <div class={["tp-pane", isOld && "tp-checking"]} aria-busy={isOld}>
          {answer?.state === "unchanged" ? undefined : forwardField()}
          {problem === undefined ? undefined : <ProblemText problem={problem} />}
          <Waiting asked={asked} doing="Migrating" />
          {answer === undefined ? undefined : results(answer, isOld)}
          {answer?.policy === undefined ? undefined : (
            <>
              <div class="tp-section-bar">
                <button
                  type="button"
                  class="tp-button tp-small"
                  onClick={() => take(answer.policy)}
                >
                  Use as the policy
                </button>
                <button
                  type="button"
                  class="tp-button tp-small"
                  onClick={() =>
                    void copyText(session, answer.policy?.text ?? "", "The policy in phases")
                  }
                >
                  Copy
                </button>
                {state.policy.language === "typescript" ? (
                  <span class="tp-quiet">It is the JSON that the code builds.</span>
                ) : undefined}
              </div>
              <CodeEditor
                name="migrated"
                label="The policy in phases"
                language={answer.policy.language}
                text={answer.policy.text}
                isReadOnly
              />
              {notesOf("What has changed", answer, ["moved", "changed"])}
              <section class="tp-answer" aria-label="Before and after">
                <h2>Before and after</h2>
                {answer.forwardTo === undefined ? undefined : (
                  <p class="tp-quiet">
                    Compared without the last rule, which forwards to {answer.forwardTo}: an edge
                    forwards to its upstream by itself.
                  </p>
                )}
                <Waiting asked={comparing} doing="Comparing" canStop />
                {comparing.answer.value === undefined ? undefined : (
                  <Comparison
                    compared={comparing.answer.value}
                    isOld={isOld || comparing.isChecking.value}
                  />
                )}
              </section>
            </>
          )}
        </div>
      );
    };
  },
  { name: "MigratePane" },
);

function areEqual(
  one: Question<"compare"> | undefined,
  other: Question<"compare"> | undefined,
): boolean {
  return (
    one?.other === other?.other &&
    one?.policy.text === other?.policy.text &&
    one?.protocol === other?.protocol
  );
}

const stateTones = { migrated: "good", unchanged: "plain", refused: "fail" } as const;

function results(answer: Migrated, isOld: boolean): VNode {
  const { state, summary, isProtocolAssumed, protocol, notes } = answer;
  const isOpen = notes.some(({ kind }) => kind === "left");
  return (
    <div class="tp-answer">
      <AnswerLine
        tone={isOpen && state === "migrated" ? "plain" : stateTones[state]}
        text={summary}
        isOld={isOld}
      />
      {isProtocolAssumed ? (
        <p class="tp-note">
          Nothing in the policy says what it is for, and {protocol.toUpperCase()} is assumed: choose
          it above the policy.
        </p>
      ) : undefined}
      {notesOf("What to look at", answer, ["refused", "left"])}
    </div>
  );
}

const tags = {
  refused: ["fail", "not possible"],
  left: ["plain", "left as it is"],
  moved: ["good", "moved"],
  changed: ["good", "changed"],
} as const;

function notesOf(
  title: string,
  { notes }: Migrated,
  kinds: readonly ShownMigrationNote["kind"][],
): VNode | undefined {
  const shown = notes.filter(({ kind }) => kinds.includes(kind));
  if (shown.length === 0) return undefined;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="tp-items">{limitedItems(shown, noteItem)}</ul>
    </section>
  );
}

function noteItem({ kind, message, help, place }: ShownMigrationNote, key: number): VNode {
  const [tone, word] = tags[kind];
  return (
    <li key={key} class="tp-item">
      <span class={`tp-tag tp-tag-${tone}`}>{word}</span> {message} {help}{" "}
      {place === undefined ? undefined : <PlaceButton place={place} />}
    </li>
  );
}
