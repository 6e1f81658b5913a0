import { asItIs } from "./cel-grammars/host.ts";
import { jsonGrammars } from "./cel-grammars/in-json.ts";
import { templateGrammars } from "./cel-grammars/in-templates.ts";
import { yamlGrammars } from "./cel-grammars/in-yaml.ts";
import { celRules } from "./cel-grammars/rules.ts";
import type { GeneratedFile } from "./generated-file.ts";

/**
 * The TextMate grammars of CEL, by itself and in JSON, YAML, TypeScript and JavaScript. One template writes the
 * rules for every way in which CEL is written there; names come from the catalogue.
 */
export function celGrammars(): GeneratedFile[] {
  const grammars = {
    cel: {
      scopeName: "source.cel",
      patterns: [{ include: "#expression" }],
      repository: celRules(asItIs),
    },
    ...jsonGrammars,
    ...yamlGrammars,
    ...templateGrammars,
  };
  return Object.entries(grammars).map(([name, grammar]) => ({
    path: `packages/vscode/syntaxes/${name}.tmLanguage.json`,
    text: JSON.stringify({
      $comment: 'Generated from the catalogue by "pnpm generate"; do not edit.',
      ...grammar,
    }),
  }));
}
