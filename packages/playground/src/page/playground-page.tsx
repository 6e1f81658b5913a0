import { defineAsyncComponent, defineComponent, h, watch } from "vue";
import type { Pane } from "../link/state.ts";
import { Buttons } from "./buttons.tsx";
import { RuleDialog } from "./parts/rule-dialog.tsx";
import { Tabs, type Tab } from "./parts/tabs.tsx";
import { PolicySection } from "./policy-section.tsx";
import { useSession } from "./session.ts";

interface PlaygroundProps {
  readonly isCompact: boolean;
  readonly whole?: { readonly title: string; readonly href: string } | undefined;
}

// Each is loaded when it is first shown.
const panes = {
  outcome: defineAsyncComponent(async () => (await import("./panes/outcome-pane.tsx")).OutcomePane),
  cases: defineAsyncComponent(async () => (await import("./panes/cases-pane.tsx")).CasesPane),
  proof: defineAsyncComponent(async () => (await import("./panes/proof-pane.tsx")).ProofPane),
  compare: defineAsyncComponent(async () => (await import("./panes/compare-pane.tsx")).ComparePane),
  migrate: defineAsyncComponent(async () => (await import("./panes/migrate-pane.tsx")).MigratePane),
  json: defineAsyncComponent(async () => (await import("./panes/json-pane.tsx")).JsonPane),
  drawing: defineAsyncComponent(async () => (await import("./panes/drawing-pane.tsx")).DrawingPane),
} satisfies Record<Pane, unknown>;

const tabs: readonly Tab<Pane>[] = [
  { name: "outcome", title: "Outcome" },
  { name: "cases", title: "Cases" },
  { name: "proof", title: "Proof" },
  { name: "compare", title: "Compare" },
  { name: "migrate", title: "Migrate" },
  { name: "json", title: "JSON" },
  { name: "drawing", title: "Drawing" },
];

/** The whole page, or the compact part that embeds in another page. */
export const Playground = defineComponent(
  (props: PlaygroundProps) => {
    const session = useSession();
    const { state } = session;
    watch(
      () => state.pane,
      () => {
        session.marks.value = [];
      },
    );
    return () => (
      <div class={["tp", props.isCompact && "tp-compact"]}>
        {props.isCompact ? undefined : <Buttons />}
        <div class="tp-columns">
          <PolicySection isCompact={props.isCompact} />
          <section class="tp-results" aria-label="What the policy does">
            {props.isCompact ? (
              h(panes[state.pane])
            ) : (
              <Tabs
                label="What the policy does"
                tabs={tabs}
                chosen={state.pane}
                onChoose={(name: string) => {
                  state.pane = name as Pane;
                }}
                panel={() => h(panes[state.pane], { key: state.pane })}
              />
            )}
          </section>
        </div>
        {props.whole === undefined ? undefined : (
          <p class="tp-whole">
            <a href={props.whole.href}>{props.whole.title}</a>
          </p>
        )}
        <p class="tp-hidden" role="status">
          {session.announced.findings}
        </p>
        <p class="tp-hidden" role="status">
          {session.announced.pane}
        </p>
        <RuleDialog />
      </div>
    );
  },
  { name: "Playground", props: ["isCompact", "whole"] },
);
