import { register } from "node:module";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { textChanges } from "../files/file-text.ts";
import { guardChildren } from "./guard-children.ts";
import { settled } from "./late-failures.ts";
import type { Take } from "./load-at-once.ts";
import { loadedModules } from "./loaded-modules.ts";
import { moduleUrl } from "./module-url.ts";
import { nativeImport } from "./native-import.ts";
import { clock, withinTime } from "./time-limit.ts";
import type { HookData } from "./typescript-hooks.ts";

let texts: MessagePort | undefined;
let told = 0;
let questions = 0;

/**
 * Runs a module with the hooks of Node's loader, which read TypeScript and the texts that stand in
 * the place of files', and takes something out of it.
 *
 * @param file - absolute path
 * @param timeLimit - how long it may take, in milliseconds
 * @throws what the module throws
 */
export function loadWithHooks<T>(
  file: string,
  take: Take<T>,
  timeLimit: number,
): Promise<{ readonly value: T } | "timed-out"> {
  tellTexts((texts ??= addHooks()));
  const url = moduleUrl(file, textChanges().length);
  return withinTime(async () => {
    const imported = nativeImport(url);
    // Nothing of it runs before this thread has time for it.
    guardChildren();
    const value = take((await imported) as Readonly<Record<string, unknown>>);
    await importsAnswered();
    await settled();
    return { value };
  }, timeLimit);
}

/** Waits until the hooks have answered what code of the user's asked for so far: `import("./other.js")`. */
async function importsAnswered(): Promise<void> {
  questions += 1;
  await nativeImport(`data:text/javascript,//${questions}`);
}

/** @returns where the hooks are told which texts are given */
function addHooks(): MessagePort {
  const loaded = loadedModules();
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  const data: HookData = { clock, loaded, texts: port2 };
  const transferList = loaded === undefined ? [port2] : [port2, loaded];
  register("./typescript-hooks.js", import.meta.url, { data, transferList });
  return port1;
}

function tellTexts(port: MessagePort): void {
  const changes = textChanges();
  if (changes.length === told) return;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window
  port.postMessage(changes.slice(told));
  told = changes.length;
}
