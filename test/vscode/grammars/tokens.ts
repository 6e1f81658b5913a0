import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar } from "vscode-textmate";

/** A piece of a line with all of its scopes, the outermost first. */
export interface ScopedText {
  readonly text: string;
  readonly scopes: readonly string[];
}

/** What a manifest contributes of one grammar. */
interface Contributed {
  readonly scopeName: string;
  readonly path: string;
  readonly injectTo?: readonly string[];
}

const require = createRequire(import.meta.url);
const ours = new URL("../../../packages/vscode/", import.meta.url);
/** The grammars that VS Code brings itself. */
const builtIn = [
  "@codingame/monaco-vscode-javascript-default-extension",
  "@codingame/monaco-vscode-json-default-extension",
  "@codingame/monaco-vscode-typescript-basics-default-extension",
  "@codingame/monaco-vscode-yaml-default-extension",
].map((name) => new URL("resources/", pathToFileURL(require.resolve(`${name}/package.json`))));

/** The part of a manifest that says which grammars there are. */
interface Manifest {
  readonly contributes: { readonly grammars: readonly Contributed[] };
}

/** The manifest of our extension. */
export const manifest = manifestOf(ours);

function manifestOf(folder: URL): Manifest {
  return JSON.parse(readFileSync(new URL("package.json", folder), "utf8")) as Manifest;
}

const contributed = [ours, ...builtIn].flatMap((folder) => {
  const { contributes } = manifestOf(folder);
  // Those of VS Code lie beside their manifest here.
  return contributes.grammars.map(({ path, ...grammar }) => ({
    ...grammar,
    file: new URL(folder === ours ? path : basename(path), folder),
  }));
});

const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
const registry = new textmate.Registry({
  onigLib: oniguruma.loadWASM(wasm).then(() => ({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  })),
  loadGrammar: async (scopeName) => {
    const grammar = contributed.find((one) => one.scopeName === scopeName);
    if (grammar === undefined) return null;
    return textmate.parseRawGrammar(readFileSync(grammar.file, "utf8"), grammar.file.pathname);
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

/** The names of the files with our grammars. */
export const grammarFiles = readdirSync(new URL("syntaxes/", ours)).toSorted();
