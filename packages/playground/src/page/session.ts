import type { EditorView } from "@codemirror/view";
import { computed, nextTick, ref, shallowReactive, shallowRef, type InjectionKey } from "vue";
import { inject } from "vue";
import { goTo } from "../language/findings.ts";
import { LanguageClient } from "../language/client.ts";
import type { Pane, PlaygroundState } from "../link/state.ts";
import { WorkClient } from "../work/client.ts";
import type { Place, PolicyText, ShownExchange } from "../work/messages.ts";
import { usePolicyText } from "./policy-text.ts";
import { offsetsOf, type Mark } from "./editor/marks.ts";

/** Where the documentation is, and how much of the page is shown. */
export interface SessionOptions {
  /** The address of the folder of the documentation, with a slash at its end; nothing where there is none. */
  readonly docs: string | undefined;
  /** The address of the folder that the page was loaded from. */
  readonly base: URL;
}

/** What is written on the page, in all of its fields. */
export type PageState = {
  -readonly [Name in keyof PlaygroundState]-?: PlaygroundState[Name] | undefined;
} & { policy: PlaygroundState["policy"]; pane: Pane };

/** The documents of the page, by what its editors are called. */
export type EditorName =
  | "policy"
  | "other"
  | "cases"
  | "assertions"
  | "exchange"
  | "json"
  | "migrated";

/** Something that is said below the buttons, for a while. */
export interface Message {
  readonly text: string;
  readonly isError?: boolean;
  /** What can be done about it. */
  readonly action?: { readonly title: string; readonly run: () => void };
}

/** The page at work: what is written, what is asked about it, and what editors show. */
export class Session {
  readonly options: SessionOptions;
  readonly state: PageState;
  readonly language: LanguageClient;
  /** For what is answered at once, and for what may take seconds, so that it can be stopped. */
  readonly work = new WorkClient();
  readonly slowWork = new WorkClient();
  readonly policy: ReturnType<typeof usePolicyText>;
  readonly other: ReturnType<typeof usePolicyText>;
  /** What is marked in the policy. */
  readonly marks = shallowRef<readonly Mark[]>([]);
  /** The text of the policy that the language server has looked at last, as its editor has it. */
  readonly checked = shallowRef<EditorView["state"]["doc"]>();
  readonly message = shallowRef<Message>();
  /** What a screen reader says when it has changed: of findings, and of what the pane shows. */
  readonly announced = shallowReactive({ findings: "", pane: "" });
  /** What the language server says about a document as a whole. */
  readonly note = ref("");
  /** The page of a lint rule that is shown. */
  readonly shownRule = shallowRef<{ readonly rule: string; readonly page: string }>();
  readonly #editors = new Map<EditorName, EditorView>();
  /** Settles when an editor that is waited for is there. */
  readonly #awaited = new Map<EditorName, ((view: EditorView) => void)[]>();

  constructor(options: SessionOptions) {
    this.options = options;
    this.state = shallowReactive({
      other: undefined,
      protocol: undefined,
      exchange: undefined,
      cases: undefined,
      assertions: undefined,
      forwardTo: undefined,
      policy: { language: "json", text: "" },
      pane: "outcome",
    });
    this.policy = usePolicyText(() => this.state.policy);
    this.other = usePolicyText(() => this.state.other);
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

  /** What the policy is for, as questions carry it. */
  readonly about = computed(
    (): { readonly policy: PolicyText; protocol?: "http" | "tcp" } | undefined => {
      const policy = this.policy.text.value;
      const { protocol } = this.state;
      return policy && { policy, ...(protocol && { protocol }) };
    },
  );

  /** Puts a state in the place of everything. */
  open(state: PlaygroundState): void {
    this.note.value = "";
    Object.assign(this.state, {
      other: undefined,
      protocol: undefined,
      exchange: undefined,
      cases: undefined,
      assertions: undefined,
      forwardTo: undefined,
      pane: this.state.pane,
      ...state,
    });
  }

  /** Waits until what was typed last has been read: editors do so after a pause of less than this. */
  settled(): Promise<void> {
    return new Promise((settle) => {
      setTimeout(settle, 200);
    });
  }

  /** All that is written, without what is empty. */
  snapshot(): PlaygroundState {
    const { policy, other, protocol, exchange, cases, assertions, forwardTo, pane } = this.state;
    return {
      policy,
      ...(other && { other }),
      ...(protocol && { protocol }),
      ...(exchange && { exchange }),
      ...(cases !== undefined && cases !== "" && { cases }),
      ...(assertions !== undefined && assertions !== "" && { assertions }),
      ...(forwardTo !== undefined && forwardTo !== "" && { forwardTo }),
      pane,
    };
  }

  /** Says something, until something else is said. */
  say(message: Message | string): void {
    const said = typeof message === "string" ? { text: message } : message;
    this.message.value = said;
    setTimeout(() => {
      if (this.message.value === said) this.message.value = undefined;
    }, 10_000);
  }

  /** Lets an editor be found. */
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

  /** Shows a place of the policy in its editor. */
  show(place: Place, name: EditorName = "policy"): void {
    const view = this.#editors.get(name);
    if (view === undefined) return;
    const { from, to } = offsetsOf(view.state.doc, place);
    goTo(view, from, to);
  }

  /** Lets the outcome show what becomes of an exchange. */
  async try({ document }: Pick<ShownExchange, "document">): Promise<void> {
    this.state.exchange = { format: "exchange", text: document };
    this.state.pane = "outcome";
    await nextTick();
  }

  /** Ends everything that works. */
  close(): void {
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

/** The session of the page that a component is on. */
export function useSession(): Session {
  const session = inject(sessionKey);
  if (session === undefined) throw new Error("This component is not on a page.");
  return session;
}
