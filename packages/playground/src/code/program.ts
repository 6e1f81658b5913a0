import * as builder from "@traffic-policy/policy-builder";
import { runModule, type ModuleHost } from "./run-module.ts";

// What runs in the worker in the frame: one module, and then it ends.

// The types of a page are not those of a worker.
const scope = globalThis as unknown as Pick<Worker, "addEventListener" | "postMessage">;
const answer = scope.postMessage.bind(scope);

const shared = "traffic-policy: builder";

function moduleUrl(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
}

function builderModule(): ModuleHost["builder"] {
  const names = Object.keys(builder);
  Object.defineProperty(globalThis, shared, { value: builder });
  const exports = names.map((name) => `export const ${name} = builder.${name};`).join("\n");
  const code = `const builder = globalThis[${JSON.stringify(shared)}];\n${exports}`;
  return { url: moduleUrl(code), names: new Set(names) };
}

async function reply(text: string): Promise<void> {
  const host: ModuleHost = {
    builder: builderModule(),
    urlOf: moduleUrl,
    load: (url) => import(url) as ReturnType<ModuleHost["load"]>,
  };
  answer(await runModule(text, host), []);
}

// Between where the builder throws and the call of the policy there may be many of the builder's own.
(Error as { stackTraceLimit?: number }).stackTraceLimit = 50;

scope.addEventListener("message", ({ data }: MessageEvent<string>) => void reply(data));
