import type { Command, Option } from "commander";

const flags: ReadonlyMap<string, boolean> = new Map([
  ["--color", true],
  ["--no-color", false],
]);

export function isColorOption(word: string): boolean {
  return flags.has(word);
}

/**
 * Returns the colour setting of a command line; undefined when there is none. The last colour option wins. Read
 * before everything else, because errors in the rest are printed in colour, too.
 */
export function colorsAskedFor(args: readonly string[]): boolean | undefined {
  const end = args.indexOf("--");
  const options = end === -1 ? args : args.slice(0, end);
  return flags.get(options.findLast(isColorOption) ?? "");
}

export function commandIndex(args: readonly string[]): number {
  const index = args.findIndex((arg) => !isColorOption(arg));
  return index === -1 ? args.length : index;
}

export function globalOptions({ parent }: Command): readonly Option[] {
  if (parent === null) return [];
  return parent.parent === null
    ? parent.options.filter(({ long }) => isColorOption(long ?? ""))
    : globalOptions(parent);
}
