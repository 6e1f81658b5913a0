import { LSPPlugin } from "@codemirror/lsp-client";
import type { Extension } from "@codemirror/state";
import { ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** The time without typing before changes are sent to the server, in milliseconds. */
const pause = 20;

/** Sends changes to the server; the library's own pause is half a second. */
export function syncing(): Extension {
  return ViewPlugin.fromClass(
    class {
      #timer: ReturnType<typeof setTimeout> | undefined;

      update({ docChanged, view }: ViewUpdate): void {
        if (!docChanged) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => LSPPlugin.get(view)?.client.sync(), pause);
      }

      destroy(): void {
        clearTimeout(this.#timer);
      }
    },
  );
}
