import type { EditorView } from "@codemirror/view";
import {
  computed,
  effectScope,
  nextTick,
  ref,
  shallowReactive,
  shallowRef,
  type InjectionKey,
} from "vue";
import { inject } from "vue";
import { goTo } from "../language/findings.ts";
import { LanguageClient } from "../language/client.ts";
import type { Pane, PlaygroundState } from "../link/state.ts";
import { WorkClient } from "../work/client.ts";
import type {
  HeldPolicyShown,
  Place,
  PolicyText,
  Question,
  QuestionKind,
  ShownExchange,
} from "../work/messages.ts";
import { useAnswer, type Asked } from "./answers.ts";
import { usePolicyText } from "./policy-text.ts";
import { offsetsOf, type Mark } from "./editor/marks.ts";

export interface SessionOptions {
  readonly docs: string | undefined;
  readonly base: URL;
}

export type PageState = {
  -readonly [Name in keyof PlaygroundState]-?: PlaygroundState[Name] | undefined;
} & { policy: PlaygroundState["policy"]; pane: Pane };

/** A page on which nothing is written. */
const nothingWritten: PageState = {
  policy: { language: "json", text: "" },
  other: undefined,
  protocol: undefined,
  holder: undefined,
  exchange: undefined,
  form: undefined,
  replaced: undefined,
  answers: undefined,
  settings: undefined,
  cases: undefined,
  assertions: undefined,
  forwardTo: undefined,
  pane: "outcome",
  example: undefined,
};

export type EditorName =
  | "policy"
  | "other"
  | "cases"
  | "assertions"
  | "exchange"
  | "settings"
  | "json"
  | "migrated";

export interface Message {
  readonly text: string;
  readonly isError?: boolean;
  readonly action?: { readonly title: string; readonly run: () => void };
}

/** The state of the running page: its texts, its questions, and the contents of its editors. */
export class Session {
  readonly options: SessionOptions;
  readonly state: PageState;
  readonly language: LanguageClient;
  /** Two clients: for quick questions, and for questions that may take seconds, so that those can be stopped. */
  readonly work = new WorkClient();
  readonly slowWork = new WorkClient();
  readonly policy: ReturnType<typeof usePolicyText>;
  readonly other: ReturnType<typeof usePolicyText>;
  readonly marks = shallowRef<readonly Mark[]>([]);
  readonly checked = shallowRef<EditorView["state"]["doc"]>();
  readonly message = shallowRef<Message>();
  /** Text that a screen reader announces when it changes: about findings, and about the pane. */
  readonly announced = shallowReactive({ findings: "", pane: "" });
  readonly note = ref("");
  /** True between a keystroke and the reading of the text. */
  readonly isTyping = ref(false);
  /** Each reads what was typed into an editor, before the page is left. */
  readonly readers = new Set<() => void>();
  /** True after a policy was pasted over that of an example, whose cases and assertions are still there. */
  readonly canRemoveExample = ref(false);
  /** True while a request for each rule is proposed. */
  readonly proposes = ref(false);
  /** The policies that the text holds. */
  readonly held: Asked<"policies">;
  /** Begins an entry of the browser's history; undefined for a part of another page. */
  beginEntry: (() => Promise<void>) | undefined;
  readonly #scope = effectScope(true);
  readonly shownRule = shallowRef<{ readonly rule: string; readonly page: string }>();
  readonly #editors = new Map<EditorName, EditorView>();
  readonly #awaited = new Map<EditorName, ((view: EditorView) => void)[]>();

  constructor(options: SessionOptions) {
    this.options = options;
    this.state = shallowReactive({ ...nothingWritten });
    this.policy = usePolicyText(() => this.state.policy);
    this.other = usePolicyText(() => this.state.other);
    const about = (): Question<"policies"> | undefined => {
      const policy = this.policy.text.value;
      return policy && { policy };
    };
    this.held = this.#scope.run(() =>
      useAnswer("policies", about, { client: this.work }),
    ) as Asked<"policies">;
    const { docs } = options;
    this.language = new LanguageClient({
      display: (uri) => this.#display(uri),
      checked: (view) => {
        if (view === this.#editors.get("policy")) this.checked.value = view.state.doc;
      },
      say: (text) => {
        this.note.value = text;
      },
      showRule: (rule, page) => {
        this.shownRule.value = { rule, page };
      },
      ruleLink: (rule) =>
        docs === undefined || !/^[\w-]+\/[\w-]+$/.test(rule)
          ? undefined
          : `${docs}rules/${rule}.html`,
    });
  }

  /** Checks whether an answer may be about an earlier text. */
  isOld(asked: Asked<QuestionKind>): boolean {
    const { policy, other, isTyping } = this;
    const isRunning = policy.isRunning.value || other.isRunning.value;
    return asked.isChecking.value || isTyping.value || isRunning;
  }

  readonly about = computed(
    (): { readonly policy: PolicyText; protocol?: "http" | "tcp" } | undefined => {
      const policy = this.policy.text.value;
      const { protocol, holder } = this.state;
      if (policy === undefined) return undefined;
      const isHeld = policy.language !== "typescript" && holder !== undefined;
      return { policy: isHeld ? { ...policy, holder } : policy, ...(protocol && { protocol }) };
    },
  );

  /** The holder of the policy that is simulated, of a text that holds policies. */
  readonly heldPolicy = computed((): HeldPolicyShown | undefined => {
    const { policies = [], usual } = this.held.answer.value ?? {};
    const named = policies.find(({ name }) => name === this.state.holder);
    return named ?? policies.find(({ name }) => name === usual);
  });

  open(state: PlaygroundState): void {
    this.note.value = "";
    this.canRemoveExample.value = false;
    this.proposes.value = false;
    Object.assign(this.state, { ...nothingWritten, pane: this.state.pane, ...state });
  }

  /** Waits until the last input has been read: editors read it after a pause that is shorter than this. */
  settled(): Promise<void> {
    return new Promise((settle) => {
      setTimeout(settle, 200);
    });
  }

  snapshot(): PlaygroundState {
    const { policy, ...rest } = this.state;
    const written = Object.entries(rest).filter(([, value]) => value !== undefined && value !== "");
    return { policy, ...Object.fromEntries(written) };
  }

  say(message: Message | string): void {
    const said = typeof message === "string" ? { text: message } : message;
    this.message.value = said;
    setTimeout(() => {
      if (this.message.value === said) this.message.value = undefined;
    }, 10_000);
  }

  register(name: EditorName, view: EditorView): () => void {
    this.#editors.set(name, view);
    for (const settle of this.#awaited.get(name) ?? []) settle(view);
    this.#awaited.delete(name);
    return () => {
      if (this.#editors.get(name) === view) this.#editors.delete(name);
    };
  }

  editor(name: EditorName): EditorView | undefined {
    return this.#editors.get(name);
  }

  show(place: Place, name: EditorName = "policy"): void {
    const view = this.#editors.get(name);
    if (view === undefined) return;
    const { from, to } = offsetsOf(view.state.doc, place);
    goTo(view, from, to);
  }

  async try({ document }: Pick<ShownExchange, "document">): Promise<void> {
    const before = this.state.exchange;
    this.state.exchange = { format: "exchange", text: document };
    this.state.pane = "outcome";
    const undo = (): void => {
      this.state.exchange = before;
    };
    this.say({ text: "The request is tried.", action: { title: "Undo", run: undo } });
    await nextTick();
  }

  close(): void {
    this.#scope.stop();
    this.language.close();
    this.work.close();
    this.slowWork.close();
    this.policy.close();
    this.other.close();
  }

  async #display(uri: string): Promise<EditorView | undefined> {
    const name = (["policy", "other", "cases", "assertions"] as const).find((one) =>
      uri.includes(
        one === "policy" ? "/web.policy." : one === "other" ? "/other.policy." : `/web.${one}.`,
      ),
    );
    if (name === undefined) return undefined;
    const panes = { other: "compare", cases: "cases", assertions: "proof" } as const;
    if (name !== "policy") this.state.pane = panes[name];
    const view =
      this.#editors.get(name) ??
      (await new Promise<EditorView>((settle) => {
        this.#awaited.set(name, [...(this.#awaited.get(name) ?? []), settle]);
      }));
    view.focus();
    return view;
  }
}

export const sessionKey: InjectionKey<Session> = Symbol("session");

export function useSession(): Session {
  const session = inject(sessionKey);
  if (session === undefined) throw new Error("This component is not on a page.");
  return session;
}
