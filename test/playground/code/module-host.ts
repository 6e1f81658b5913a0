import * as directions from "@traffic-policy/policy-builder";
import * as phases from "@traffic-policy/policy-builder/phases";
import type { ModuleHost } from "../../../packages/playground/src/code/run-module.ts";

const url = (code: string): string =>
  `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;

const buildersOfTest: Readonly<Record<string, object>> = { directions, phases };

Object.assign(globalThis, { buildersOfTest });

function builder(key: string): { readonly url: string; readonly names: ReadonlySet<string> } {
  const names = Object.keys(buildersOfTest[key] ?? {});
  const code = names.map((name) => `export const ${name} = buildersOfTest.${key}.${name};`);
  return { url: url(code.join("\n")), names: new Set(names) };
}

/** Runs modules as the worker does it, but for the kind of URLs. */
export const moduleHost: ModuleHost = {
  builders: new Map([
    ["@traffic-policy/policy-builder", builder("directions")],
    ["@traffic-policy/policy-builder/phases", builder("phases")],
  ]),
  urlOf: url,
  load: (from) => import(/* @vite-ignore */ from) as ReturnType<ModuleHost["load"]>,
};
