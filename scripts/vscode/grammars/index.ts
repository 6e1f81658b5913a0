import { embedded, type Grammar } from "./grammar.ts";
import { asItIs } from "./host.ts";
import { jsonGrammars } from "./in-json.ts";
import { templateGrammars } from "./in-templates.ts";
import { yamlGrammars } from "./in-yaml.ts";
import { celRules } from "./rules.ts";

/** A TextMate grammar as a file of the extension. */
export interface GrammarFile {
  readonly path: string;
  readonly text: string;
  /** How the manifest of the extension contributes it. */
  readonly contribution: GrammarContribution;
}

interface GrammarContribution {
  readonly language?: string;
  readonly scopeName: string;
  readonly path: string;
  readonly injectTo?: readonly string[];
  readonly embeddedLanguages?: Readonly<Record<string, string>>;
}

/**
 * The TextMate grammars of CEL, by itself and in JSON, YAML, TypeScript and JavaScript. One template writes the
 * rules for every way in which CEL is written there; names come from the catalogue.
 */
export function celGrammars(): GrammarFile[] {
  const grammars: Readonly<Record<string, Grammar>> = {
    cel: {
      scopeName: "source.cel",
      patterns: [{ include: "#expression" }],
      repository: celRules(asItIs),
    },
    ...jsonGrammars,
    ...yamlGrammars,
    ...templateGrammars,
  };
  return Object.entries(grammars).map(([name, { injectTo, ...grammar }]) => {
    const path = `syntaxes/${name}.tmLanguage.json`;
    return {
      path,
      text: JSON.stringify(grammar),
      contribution: {
        ...(name === "cel" && { language: "cel" }),
        scopeName: grammar.scopeName,
        path: `./${path}`,
        ...(injectTo && { injectTo, embeddedLanguages: { [embedded]: "cel" } }),
      },
    };
  });
}
