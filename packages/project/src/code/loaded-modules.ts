import { fileURLToPath } from "node:url";
import type { MessageChannel, MessagePort } from "node:worker_threads";

// Not imported: most runs only look whether there is a channel.
const workerThreads = () => process.getBuiltinModule("node:worker_threads");

let channel: MessageChannel | undefined;

/** Lets the files of all modules that are loaded from now on be remembered. */
export function rememberLoadedModules(): void {
  const { MessageChannel } = workerThreads();
  channel = new MessageChannel();
  channel.port1.unref();
}

export function loadedModules(): MessagePort | undefined {
  return channel?.port2;
}

/** The files of the modules that were loaded; those of packages are left out. */
export function loadedFiles(): string[] {
  const files = new Set<string>();
  if (channel === undefined) return [];
  const { receiveMessageOnPort } = workerThreads();
  for (;;) {
    const message = receiveMessageOnPort(channel.port1);
    if (message === undefined) return [...files];
    const url = String(message.message);
    if (url.startsWith("file:") && !url.includes("/node_modules/")) files.add(fileURLToPath(url));
  }
}
