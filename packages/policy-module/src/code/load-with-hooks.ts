import type { Files } from "../files/files.ts";
import { register } from "node:module";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { guardChildren } from "./guard-children.ts";
import { settled } from "./late-failures.ts";
import type { LoadOptions, Take } from "./load-at-once.ts";
import { loadedModules } from "./loaded-modules.ts";
import { moduleUrl } from "./module-url.ts";
import { nativeImport } from "./native-import.ts";
import { clock, withinTime } from "./time-limit.ts";
import type { HookData, ToldFiles } from "./typescript-hooks.ts";

let texts: MessagePort | undefined;
let questions = 0;

/**
 * Runs a module with the hooks of Node's loader, which read TypeScript and the texts that stand in
 * the place of files', and takes something out of it.
 *
 * @param file - absolute path
 * @throws what the module throws
 */
export function loadWithHooks<T>(
  file: string,
  take: Take<T>,
  { files, timeLimit }: LoadOptions,
): Promise<{ readonly value: T } | "timed-out"> {
  tellTexts((texts ??= addHooks()), files);
  const url = moduleUrl(file, files);
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

/** How many of the changes of some files the hooks know. */
const told = new WeakMap<Files, number>();

function tellTexts(port: MessagePort, files: Files): void {
  const { id, folder, cache, changes } = files;
  const known = told.get(files);
  if (known === changes.length) return;
  const news: ToldFiles = { id, folder, cache: cache?.folder, changes: changes.slice(known) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window
  port.postMessage(news);
  told.set(files, changes.length);
}
