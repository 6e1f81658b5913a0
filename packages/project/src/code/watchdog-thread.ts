import { parentPort, workerData } from "node:worker_threads";
import { Watchdog } from "./watchdog.ts";

// Watches the main thread where the hooks of Node's loader have no thread of their own.

const watchdog = new Watchdog(workerData as Int32Array);
parentPort?.on("message", () => watchdog.watch());
