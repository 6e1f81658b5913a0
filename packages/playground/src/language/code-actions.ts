import { LSPPlugin } from "@codemirror/lsp-client";
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { keymap, showTooltip, type EditorView, type Tooltip } from "@codemirror/view";
import type { CodeAction } from "vscode-languageserver-types";
import { applyEdit } from "./edits.ts";

const fixAllKind = "source.fixAll.traffic-policy";

/** Applies the server's action with a title in a range; does nothing when the server no longer has it. */
export function applyFix(
  view: EditorView,
  range: { readonly from: number; readonly to: number },
  title: string,
): Promise<boolean> {
  return withActions(view, range, ["quickfix"], (actions) =>
    actions.find((action) => action.title === title),
  );
}

export function applyAllFixes(view: EditorView): Promise<boolean> {
  const whole = { from: 0, to: view.state.doc.length };
  return withActions(view, whole, [fixAllKind], ([action]) => action);
}

async function withActions(
  view: EditorView,
  range: { readonly from: number; readonly to: number },
  only: readonly string[],
  choose: (actions: readonly CodeAction[]) => CodeAction | undefined,
): Promise<boolean> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) return false;
  const { client } = plugin;
  client.sync();
  return client.withMapping(async (mapping) => {
    const action = choose(await actionsAt(plugin, range, only));
    return action?.edit !== undefined && applyEdit(client, action.edit, mapping);
  });
}

async function actionsAt(
  plugin: LSPPlugin,
  { from, to }: { readonly from: number; readonly to: number },
  only?: readonly string[],
): Promise<readonly CodeAction[]> {
  const actions = await plugin.client.request<unknown, CodeAction[] | null>(
    "textDocument/codeAction",
    {
      textDocument: { uri: plugin.uri },
      range: { start: plugin.toPosition(from), end: plugin.toPosition(to) },
      context: { diagnostics: [], ...(only && { only }) },
    },
  );
  return actions ?? [];
}

export function quickFixes(explain: (rule: string) => void): Extension {
  const open = (view: EditorView): boolean => {
    void openMenu(view, explain);
    return true;
  };
  return [
    menu,
    keymap.of([
      { key: "Mod-.", run: open, preventDefault: true },
      { key: "Escape", run: closeMenu },
    ]),
  ];
}

const setMenu = StateEffect.define<Tooltip | undefined>();

const menu = StateField.define<Tooltip | undefined>({
  create: () => undefined,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMenu)) return effect.value;
    return transaction.docChanged || transaction.selection ? undefined : shown;
  },
  provide: (field) => showTooltip.from(field, (shown) => shown ?? null),
});

function closeMenu(view: EditorView): boolean {
  if (view.state.field(menu, false) === undefined) return false;
  view.dispatch({ effects: setMenu.of(undefined) });
  return true;
}

async function openMenu(view: EditorView, explain: (rule: string) => void): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) return;
  const { client } = plugin;
  const { from, to, head } = view.state.selection.main;
  client.sync();
  await client.withMapping(async (mapping) => {
    const actions = await actionsAt(plugin, { from, to });
    const chosen = await new Promise<CodeAction | undefined>((settle) => {
      const create = (): { dom: HTMLElement; mount: () => void; destroy: () => void } => {
        const dom = menuElement(actions, settle, () => view.focus());
        const first = dom.querySelector("button");
        return {
          dom,
          mount: () => void setTimeout(() => first?.focus()),
          destroy: () => settle(undefined),
        };
      };
      view.dispatch({ effects: setMenu.of({ pos: head, above: false, create }) });
    });
    closeMenu(view);
    if (chosen === undefined) return;
    view.focus();
    const [rule] = (chosen.command?.arguments ?? []) as readonly unknown[];
    if (chosen.edit !== undefined) applyEdit(client, chosen.edit, mapping);
    else if (typeof rule === "string") explain(rule);
  });
}

function menuElement(
  actions: readonly CodeAction[],
  choose: (action: CodeAction | undefined) => void,
  leave: () => void,
): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "tp-menu tp-quick-fixes";
  if (actions.length === 0) {
    dom.textContent = "There is nothing to fix here.";
    dom.setAttribute("role", "status");
    return dom;
  }
  dom.setAttribute("role", "menu");
  dom.setAttribute("aria-label", "Quick fixes");
  const buttons = actions.map((action) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.title;
    button.setAttribute("role", "menuitem");
    button.addEventListener("click", () => choose(action));
    return button;
  });
  dom.append(...buttons);
  dom.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") {
      choose(undefined);
      leave();
    } else if (step === undefined) return;
    else buttons.at((at + step) % buttons.length)?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  return dom;
}
