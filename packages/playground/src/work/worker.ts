import { answer } from "./answer.ts";
import type { WorkRequest, WorkResponse } from "./messages.ts";

// The types of a page are not those of a worker.
const scope = globalThis as unknown as Pick<Worker, "addEventListener" | "postMessage">;

async function reply({ id, kind, question }: WorkRequest): Promise<void> {
  scope.postMessage({ id, reply: await answer(kind, question) } satisfies WorkResponse, []);
}

scope.addEventListener("message", ({ data }: MessageEvent<WorkRequest>) => void reply(data));
