import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar } from "vscode-textmate";
import { celGrammars } from "../../../scripts/vscode/grammars/index.ts";

/** A piece of a line with all of its scopes, the outermost first. */
export interface ScopedText {
  readonly text: string;
  readonly scopes: readonly string[];
}

/** A grammar, as a manifest contributes it. */
interface Contributed {
  readonly scopeName: string;
  readonly injectTo?: readonly string[];
  /** The name of its file. */
  readonly path: string;
  readonly text: () => string;
}

const require = createRequire(import.meta.url);
/** The grammars that VS Code brings itself. */
const builtIn = [
  "@codingame/monaco-vscode-javascript-default-extension",
  "@codingame/monaco-vscode-json-default-extension",
  "@codingame/monaco-vscode-typescript-basics-default-extension",
  "@codingame/monaco-vscode-yaml-default-extension",
].map((name) => new URL("resources/", pathToFileURL(require.resolve(`${name}/package.json`))));

/** The part of a manifest that says which grammars there are. */
interface Manifest {
  readonly contributes: { readonly grammars: readonly Omit<Contributed, "text">[] };
}

const contributed: readonly Contributed[] = [
  ...celGrammars().map(({ contribution, text }) => ({ ...contribution, text: () => text })),
  ...builtIn.flatMap((folder) => {
    const manifest = readFileSync(new URL("package.json", folder), "utf8");
    const { grammars } = (JSON.parse(manifest) as Manifest).contributes;
    // They lie beside their manifest here.
    return grammars.map(({ path, ...grammar }) => ({
      ...grammar,
      path: basename(path),
      text: () => readFileSync(new URL(basename(path), folder), "utf8"),
    }));
  }),
];

const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
const registry = new textmate.Registry({
  onigLib: oniguruma.loadWASM(wasm).then(() => ({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  })),
  loadGrammar: async (scopeName) => {
    const grammar = contributed.find((one) => one.scopeName === scopeName);
    if (grammar === undefined) return null;
    return textmate.parseRawGrammar(grammar.text(), grammar.path);
  },
  getInjections: (scopeName) =>
    contributed
      .filter(({ injectTo = [] }) => injectTo.includes(scopeName))
      .map((grammar) => grammar.scopeName),
});

/** The lines of a text, each in pieces, as the grammars of an editor see them. */
export async function tokenized(scopeName: string, text: string): Promise<ScopedText[][]> {
  const grammar = await registry.loadGrammar(scopeName);
  if (grammar === null) throw new Error(`There is no grammar ${scopeName}.`);
  return lines(grammar, text);
}

function lines(grammar: IGrammar, text: string): ScopedText[][] {
  let state = textmate.INITIAL;
  return text.split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({
      text: line.slice(startIndex, endIndex),
      scopes,
    }));
  });
}
