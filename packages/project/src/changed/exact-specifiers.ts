import { parseSync } from "oxc-parser";
import { loadsOtherwise, type Specifiers } from "./imports.ts";

/** Returns the imports of a module. */
export function exactSpecifiers(text: string, file: string): Specifiers {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const dynamic = dynamicImports.map(({ moduleRequest: { start, end } }) =>
    /^(["'`])([^$\\]*)\1$/.exec(text.slice(start, end)),
  );
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamic.flatMap((literal) => literal?.[2] ?? []),
  ];
  return { names, isOpen: dynamic.includes(null) || loadsOtherwise(text) };
}
