import type { EditorView } from "@codemirror/view";
import { computed, defineComponent, shallowRef, watch, type Ref, type VNode } from "vue";
import { findingsOf, finding, setFindings } from "../language/findings.ts";
import { CodeEditor } from "./editor/code-editor.tsx";
import { offsetsOf } from "./editor/marks.ts";
import { changeLanguage, languageOfText } from "./change-language.ts";
import { FindingList, type PlacedFinding } from "./parts/finding-list.tsx";
import { useAnswer } from "./answers.ts";
import { useSession, type Session } from "./session.ts";

const languages = { json: "JSON", yaml: "YAML", typescript: "TypeScript" } as const;

const endings = { json: "json", yaml: "yaml", typescript: "ts" } as const;

export function policyUri(name: "web" | "other", language: keyof typeof endings): string {
  return `file:///${name}.policy.${endings[language]}`;
}

export const PolicySection = defineComponent(
  ({ isCompact }: { readonly isCompact: boolean }) => {
    const session = useSession();
    const { state } = session;
    const found = shallowRef<readonly PlacedFinding[]>([]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const typed = shallowRef<EditorView["state"]["doc"]>();
    const list = (view: EditorView): void => {
      const { doc } = view.state;
      found.value = findingsOf(view.state).map((one) => ({
        ...one,
        line: doc.lineAt(Math.min(one.from, doc.length)).number,
      }));
    };
    const onChanged = (view: EditorView): void => {
      typed.value = view.state.doc;
      clearTimeout(timer);
      timer = setTimeout(() => list(view), 30);
    };
    // The sentence above the list is about the same text as the list.
    watch(session.checked, () => {
      const view = session.editor("policy");
      if (view !== undefined) list(view);
    });
    const isCodeChecking = useCodeFindings(list);
    const isChecking = computed(
      () => isCodeChecking.value || session.checked.value !== typed.value,
    );
    const summary = computed(() => {
      if (state.policy.text.trim() === "") return "";
      return isChecking.value ? "Checking…" : summaryOf(found.value);
    });
    watch(summary, (text) => {
      session.announced.findings = text;
    });
    return () => (
      <section class="tp-policy" aria-label="Policy">
        {isCompact ? undefined : (
          <div class="tp-section-bar">
            <label class="tp-field-inline">
              <span>Policy in</span>
              <select
                class="tp-select"
                value={state.policy.language}
                onChange={(event: Event) =>
                  void changeLanguage(
                    session,
                    (event.target as HTMLSelectElement).value as keyof typeof languages,
                  )
                }
              >
                {Object.entries(languages).map(([name, title]) => (
                  <option key={name} value={name}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
            <label class="tp-field-inline">
              <span>for</span>
              <select
                class="tp-select"
                value={state.protocol ?? ""}
                onChange={(event: Event) => {
                  const { value } = event.target as HTMLSelectElement;
                  state.protocol = value === "" ? undefined : (value as "http" | "tcp");
                  session.checked.value = undefined;
                  session.language.setProtocol(state.protocol);
                }}
              >
                <option value="">what it says</option>
                <option value="http">HTTP</option>
                <option value="tcp">TCP</option>
              </select>
            </label>
            {heldField(session)}
          </div>
        )}
        <CodeEditor
          name="policy"
          label="Policy"
          language={state.policy.language}
          text={state.policy.text}
          uri={policyUri("web", state.policy.language)}
          hint="Paste a policy, or choose an example."
          marks={session.marks.value}
          onText={(text: string) => {
            state.policy = { language: languageOfText(text, state.policy.language), text };
          }}
          onChanged={onChanged}
          onPasted={() => {
            const { example, cases, assertions } = state;
            session.proposes.value = true;
            session.canRemoveExample.value =
              example !== undefined && (cases !== undefined || assertions !== undefined);
          }}
        />
        <div class="tp-found">
          <p class={["tp-found-summary", isChecking.value && "tp-quiet"]}>{summary.value}</p>
          {session.note.value === "" ? undefined : <p class="tp-note">{session.note.value}</p>}
          {found.value.length === 0 ? undefined : (
            <FindingList editor="policy" findings={found.value} />
          )}
        </div>
      </section>
    );
  },
  { name: "PolicySection", props: ["isCompact"] },
);

/** The choice among the policies that the text holds; a name where it holds one. */
function heldField({ held, heldPolicy, state }: Session): VNode | undefined {
  const { policies = [] } = held.answer.value ?? {};
  if (policies.length === 0) return undefined;
  return (
    <label class="tp-field-inline tp-held">
      <span>Policy of</span>
      <select
        class="tp-select"
        value={heldPolicy.value?.name}
        onChange={(event: Event) => {
          state.holder = (event.target as HTMLSelectElement).value;
        }}
      >
        {policies.map(({ name, unread }) => (
          <option key={name} value={name}>
            {unread === undefined ? name : `${name} (${unread})`}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * Shows findings for a policy in TypeScript, where the server sees only the expressions. Returns true while more may
 * be found.
 *
 * @param shown - is called when they are shown
 */
function useCodeFindings(shown: (view: EditorView) => void): Readonly<Ref<boolean>> {
  const session = useSession();
  const { answer, isChecking } = useAnswer(
    "lint",
    () => (session.state.policy.language === "typescript" ? session.about.value : undefined),
    { client: session.work },
  );
  watch([answer, session.policy.problem], () => {
    const view = session.editor("policy");
    if (view === undefined) return;
    const problem = session.policy.problem.value;
    const isCode = session.state.policy.language === "typescript";
    const all = [
      ...(problem && isCode ? [{ ...problem, severity: "error" as const }] : []),
      ...(answer.value?.findings ?? []),
    ];
    const { doc } = view.state;
    setFindings(
      view,
      "page",
      all.map((one) =>
        finding(
          {
            ...(one.place === undefined ? { from: 0, to: 0 } : offsetsOf(doc, one.place)),
            severity: one.severity,
            origin: "page",
            summary: one.message,
            details: one.help === undefined ? [] : [one.help],
            related: [],
            ...("rule" in one && { rule: one.rule }),
          },
          session.language.actions,
        ),
      ),
    );
    shown(view);
  });
  return computed(() => {
    const { language, text } = session.state.policy;
    if (language !== "typescript" || session.policy.problem.value !== undefined) return false;
    const built = session.policy.text.value;
    const isBuilt = built?.language === "typescript" && built.code === text;
    return !isBuilt || isChecking.value;
  });
}

function summaryOf(found: readonly PlacedFinding[]): string {
  if (found.length === 0) return "Nothing found.";
  const counted = (["error", "warning", "info"] as const).flatMap((severity) => {
    const count = found.filter((one) => one.severity === severity).length;
    const word = severity === "info" ? "note" : severity;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
  });
  return `${counted.join(", ")}.`;
}
