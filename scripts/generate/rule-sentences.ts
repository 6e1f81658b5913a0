import type { LintRule } from "@traffic-policy/policy-lint";
import { sentencesOf } from "../../test/policy-lint/sentences.ts";
import { folderDefaults } from "./folder-files.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** All that the lint rules say of their examples, for whoever reviews a change: a new or another sentence is a line. */
export async function ruleSentences(folder: string): Promise<GeneratedFile> {
  const rules = [...(await folderDefaults<LintRule>(folder))];
  return {
    path: "test/policy-lint/sentences.generated.txt",
    text: [
      'Generated from the rules and the wrong policies by "pnpm generate"; do not edit.\n',
      ...rules.map(([name, rule]) => `${[name, ...sentencesOf(name, rule)].join("\n")}\n`),
    ].join("\n"),
  };
}
