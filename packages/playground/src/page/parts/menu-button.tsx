import { defineComponent, nextTick, onBeforeUnmount, onMounted, ref, useId, type VNode } from "vue";

interface MenuItem {
  readonly title: string;
  readonly about?: string | undefined;
  /** The heading of the items that it is among. */
  readonly group?: string | undefined;
  readonly run: () => void;
}

interface MenuButtonProps {
  readonly title: string;
  readonly items: readonly MenuItem[];
  /** Called before it opens, because items may have to be loaded. */
  readonly onOpen?: (() => void) | undefined;
}

/** A button that opens a menu, by the ARIA pattern. */
export const MenuButton = defineComponent(
  (props: MenuButtonProps) => {
    const id = useId();
    const isOpen = ref(false);
    const root = ref<HTMLElement>();
    const button = ref<HTMLButtonElement>();
    const items = (): HTMLElement[] => [
      ...(root.value?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
    ];
    const open = async (at: 0 | -1): Promise<void> => {
      props.onOpen?.();
      isOpen.value = true;
      await nextTick();
      items().at(at)?.focus();
    };
    const close = (): void => {
      isOpen.value = false;
    };
    const item = ({ title, about, run }: MenuItem): VNode => (
      <button
        key={title}
        type="button"
        role="menuitem"
        tabindex={-1}
        onClick={() => {
          close();
          button.value?.focus();
          run();
        }}
      >
        <span class="tp-menu-title">{title}</span>
        {about === undefined ? undefined : <span class="tp-menu-about">{about}</span>}
      </button>
    );
    const onButtonKey = (event: KeyboardEvent): void => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      void open(event.key === "ArrowDown" ? 0 : -1);
    };
    const onMenuKey = (event: KeyboardEvent): void => {
      const all = items();
      const at = all.indexOf(document.activeElement as HTMLElement);
      if (event.key === "Tab") close();
      const target = {
        ArrowDown: all[(at + 1) % all.length],
        ArrowUp: all.at(at - 1),
        Home: all[0],
        End: all.at(-1),
        Escape: button.value,
      }[event.key];
      if (target === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Escape") close();
      target?.focus();
    };
    const onOutside = ({ target }: Event): void => {
      if (!(target instanceof Node) || root.value?.contains(target) !== true) close();
    };
    onMounted(() => document.addEventListener("pointerdown", onOutside));
    onBeforeUnmount(() => document.removeEventListener("pointerdown", onOutside));
    return () => (
      <div class="tp-menu-button" ref={root}>
        <button
          type="button"
          class="tp-button"
          ref={button}
          id={`${id}-button`}
          aria-haspopup="menu"
          aria-expanded={isOpen.value}
          aria-controls={isOpen.value ? `${id}-menu` : undefined}
          onClick={() => (isOpen.value ? close() : void open(0))}
          onKeydown={onButtonKey}
        >
          {props.title}
          <span aria-hidden="true" class="tp-caret" />
        </button>
        {isOpen.value ? (
          <div
            class="tp-menu"
            role="menu"
            id={`${id}-menu`}
            aria-labelledby={`${id}-button`}
            onKeydown={onMenuKey}
          >
            {groupsOf(props.items).map(([group, all]) =>
              group === undefined ? (
                all.map(item)
              ) : (
                <div key={group} role="group" aria-label={group}>
                  <span class="tp-menu-group" aria-hidden="true">
                    {group}
                  </span>
                  {all.map(item)}
                </div>
              ),
            )}
          </div>
        ) : undefined}
      </div>
    );
  },
  { name: "MenuButton", props: ["title", "items", "onOpen"] },
);

/** The items by their headings, in the order of the first of each. */
function groupsOf(items: readonly MenuItem[]): [string | undefined, MenuItem[]][] {
  const groups = new Map<string | undefined, MenuItem[]>();
  for (const one of items) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups];
}
