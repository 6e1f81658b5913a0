import * as builder from "@traffic-policy/policy-builder";
import type { ModuleHost } from "../../../packages/playground/src/code/run-module.ts";

const url = (code: string): string =>
  `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
const names = Object.keys(builder);

Object.assign(globalThis, { builderOfTest: builder });

/** Runs modules as the worker does it, but for the kind of URLs. */
export const moduleHost: ModuleHost = {
  builder: {
    url: url(names.map((name) => `export const ${name} = builderOfTest.${name};`).join("\n")),
    names: new Set(names),
  },
  urlOf: url,
  load: (from) => import(/* @vite-ignore */ from) as ReturnType<ModuleHost["load"]>,
};
