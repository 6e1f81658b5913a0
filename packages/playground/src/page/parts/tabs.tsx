import { defineComponent, ref, useId, type VNode } from "vue";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly badge?: string | undefined;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab<string>[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  readonly panel: () => VNode | undefined;
}

/** Tabs by the ARIA pattern: arrow keys move between them, Tab moves into the panel. */
export const Tabs = defineComponent(
  (props: TabsProps) => {
    const id = useId();
    const list = ref<HTMLElement>();
    const onKeydown = (event: KeyboardEvent): void => {
      const at = props.tabs.findIndex(({ name }) => name === props.chosen);
      const last = props.tabs.length - 1;
      const next = {
        ArrowRight: at === last ? 0 : at + 1,
        ArrowLeft: at === 0 ? last : at - 1,
        Home: 0,
        End: last,
      }[event.key];
      const tab = next === undefined ? undefined : props.tabs[next];
      if (tab === undefined) return;
      event.preventDefault();
      props.onChoose(tab.name);
      list.value?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
    };
    return () => (
      <div class="tp-tabs">
        <div
          class="tp-tablist"
          role="tablist"
          aria-label={props.label}
          ref={list}
          onKeydown={onKeydown}
        >
          {props.tabs.map(({ name, title, badge }) => {
            const isChosen = name === props.chosen;
            return (
              <button
                key={name}
                type="button"
                role="tab"
                id={`${id}-${name}`}
                class="tp-tab"
                aria-selected={isChosen}
                aria-controls={isChosen ? `${id}-panel` : undefined}
                tabindex={isChosen ? 0 : -1}
                onClick={() => props.onChoose(name)}
              >
                {title}
                {badge === undefined ? undefined : <span class="tp-badge">{badge}</span>}
              </button>
            );
          })}
        </div>
        <div
          class="tp-panel"
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${props.chosen}`}
          tabindex={0}
        >
          {props.panel()}
        </div>
      </div>
    );
  },
  { name: "Tabs", props: ["label", "tabs", "chosen", "onChoose", "panel"] },
);
