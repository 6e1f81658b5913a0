import { existsSync } from "node:fs";
import { guide } from "../../docs/.vitepress/guide.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { root } from "./root.ts";

const docs = new URL("docs/", root);

/** The front page of the guide, on GitHub and on the site, from the list of its pages. */
export function guidePage(): GeneratedFile {
  return {
    path: "docs/README.md",
    text: [
      "<!-- Generated from the list of pages in `docs/.vitepress/guide.ts` by `pnpm generate`; do not edit. -->",
      "",
      "# traffic-policy",
      "",
      "Traffic policies are small JSON programs, rules with CEL expressions and actions, that an edge service",
      "applies to HTTP and TCP traffic. With this toolkit they are code: written in TypeScript with completion and",
      "types, linted before they are committed, tried without sending anything, deployed over the service's API,",
      "read back, and compared rule by rule with what the service really stores.",
      "",
      "![traffic-policy lint, plan and simulate on a terminal](pictures/tour.svg)",
      "",
      ...guide.flatMap(({ title, pages }) => {
        const there = pages.filter(({ file }) => existsSync(new URL(file, docs)));
        return [
          `## ${title}`,
          "",
          ...there.map(({ file, title: name, about }) => `- [${name}](${file}): ${about}`),
          "",
        ];
      }),
    ].join("\n"),
  };
}
