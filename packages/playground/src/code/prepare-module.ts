import {
  blankTypes,
  childrenOf,
  NotErasableError,
  notTypeScript,
  type ParsedModule,
  type SyntaxNode,
} from "@traffic-policy/policy-builder/code";
import { didYouMean } from "@traffic-policy/policy-language/internal";
import { parseTypeScript } from "./parse-typescript.ts";

/** The modules that policies can import on the page, each with its URL and what it exports. */
export type Builders = ReadonlyMap<
  string,
  { readonly url: string; readonly names: ReadonlySet<string> }
>;

export interface PreparedModule {
  readonly parsed: ParsedModule;
  /** Its JavaScript; only the module names of the builders differ. */
  readonly code: string;
  offsetOf(offset: number): number;
}

export const tooDeep = "It is nested too deeply.";

export class ModuleProblem extends Error {
  override readonly name = "ModuleProblem";
  readonly help: string | undefined;
  /** The offset of the reason in the text; undefined for the whole module. */
  readonly start: number | undefined;

  constructor(message: string, start?: number, help?: string) {
    super(message);
    this.start = start;
    this.help = help;
  }
}

/**
 * Strips the types from a module, and redirects its imports of builders.
 *
 * @throws ModuleProblem for a text that is not TypeScript, or that imports something else
 */
export function prepareModule(text: string, builders: Builders): PreparedModule {
  const parsed = parse(text);
  refuseImports(parsed.program);
  const blanked = blank(parsed);
  const replaced = importedIn(parsed.program as Program, blanked, builders);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, name } of replaced) {
    pieces.push(blanked.slice(at, start), name);
    at = end;
  }
  pieces.push(blanked.slice(at));
  const offsetOf = (offset: number): number => {
    let shift = 0;
    for (const { start, end, name } of replaced) {
      if (offset < start + shift + name.length) break;
      shift += name.length - (end - start);
    }
    return offset - shift;
  };
  return { parsed, code: pieces.join(""), offsetOf };
}

function parse(text: string): ParsedModule {
  try {
    return parseTypeScript(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { pos = 0 } = error as { readonly pos?: number };
    if (error.message.startsWith("Not enough stack space")) throw new ModuleProblem(tooDeep, pos);
    // The parser puts the place behind its sentence.
    const message = error.message.replace(/ \(\d+:\d+\)$/, "");
    throw new ModuleProblem(notTypeScript(message), pos);
  }
}

function blank(parsed: ParsedModule): string {
  try {
    return blankTypes(parsed);
  } catch (error) {
    if (!(error instanceof NotErasableError)) throw error;
    throw new ModuleProblem(error.message, error.start, error.help);
  }
}

/** @throws ModuleProblem for a dynamic import */
function refuseImports(program: SyntaxNode): void {
  const left = [program];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.type === "ImportExpression") {
      throw new ModuleProblem("import() cannot be used here.", node.start, onlyBuilder);
    }
    left.push(...childrenOf(node).toReversed());
  }
}

interface Program extends SyntaxNode {
  readonly body: readonly Statement[];
}

interface Statement extends SyntaxNode {
  readonly source?: Source | null;
  readonly specifiers?: readonly Specifier[];
}

type Source = SyntaxNode & { readonly value: string };

/** The name of a module, and what stands in its place. */
interface Replaced {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

interface Specifier extends SyntaxNode {
  readonly imported?: Name;
  readonly local?: Name;
}

type Name = SyntaxNode & { readonly name?: string; readonly value?: unknown };

/**
 * Returns the modules that are still imported after the types are removed.
 *
 * @throws ModuleProblem when a module is not a builder, or the builder has no export of that name
 */
function importedIn({ body }: Program, blanked: string, builders: Builders): Replaced[] {
  // Of what is only a type, nothing is left.
  const isLeft = ({ start }: SyntaxNode): boolean => !/[\s;]/.test(blanked.charAt(start));
  return body.filter(isLeft).flatMap(({ source, specifiers = [] }) => {
    if (source === undefined || source === null) return [];
    const builder = builders.get(source.value);
    if (builder === undefined) {
      const message = `${JSON.stringify(source.value)} cannot be imported here.`;
      throw new ModuleProblem(message, source.start, onlyBuilder);
    }
    const { url, names } = builder;
    for (const specifier of specifiers.filter(isLeft)) {
      const name = exportOf(specifier);
      if (name === undefined || names.has(name)) continue;
      const message = `The builder has no export ${JSON.stringify(name)}.`;
      throw new ModuleProblem(message, specifier.start, didYouMean(name, names));
    }
    return [{ start: source.start, end: source.end, name: JSON.stringify(url) }];
  });
}

function exportOf({ type, imported, local }: Specifier): string | undefined {
  if (type === "ImportNamespaceSpecifier") return undefined;
  if (type === "ImportDefaultSpecifier") return "default";
  const name = type === "ImportSpecifier" ? imported : local;
  return name?.name ?? String(name?.value);
}

const onlyBuilder =
  'Import only "@traffic-policy/policy-builder" or "@traffic-policy/policy-builder/phases"; with the command, a policy can import whatever is installed.';
