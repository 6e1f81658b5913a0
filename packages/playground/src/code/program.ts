import * as directions from "@traffic-policy/policy-builder";
import * as phases from "@traffic-policy/policy-builder/phases";
import { runModule, type ModuleHost } from "./run-module.ts";

// What runs in the worker in the frame: one module, and then it ends.

// The types of a page are not those of a worker.
const scope = globalThis as unknown as Pick<Worker, "addEventListener" | "postMessage">;
const answer = scope.postMessage.bind(scope);

const builders: Readonly<Record<string, object>> = {
  "@traffic-policy/policy-builder": directions,
  "@traffic-policy/policy-builder/phases": phases,
};

function moduleUrl(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
}

function builderModule(name: string, builder: object): { url: string; names: Set<string> } {
  const shared = `traffic-policy: ${name}`;
  const names = Object.keys(builder);
  Object.defineProperty(globalThis, shared, { value: builder });
  const exports = names.map((one) => `export const ${one} = builder.${one};`).join("\n");
  const code = `const builder = globalThis[${JSON.stringify(shared)}];\n${exports}`;
  return { url: moduleUrl(code), names: new Set(names) };
}

async function reply(text: string): Promise<void> {
  const host: ModuleHost = {
    builders: new Map(
      Object.entries(builders).map(([name, builder]) => [name, builderModule(name, builder)]),
    ),
    urlOf: moduleUrl,
    load: (url) => import(url) as ReturnType<ModuleHost["load"]>,
  };
  answer(await runModule(text, host), []);
}

// Between where the builder throws and the call of the policy there may be many of the builder's own.
(Error as { stackTraceLimit?: number }).stackTraceLimit = 50;

scope.addEventListener("message", ({ data }: MessageEvent<string>) => void reply(data));
