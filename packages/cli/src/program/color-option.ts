import type { Command, Option } from "commander";

/** What can stand anywhere in a command line, by what it says of colours. */
const flags: ReadonlyMap<string, boolean> = new Map([
  ["--color", true],
  ["--no-color", false],
]);

/** Checks whether a word of a command line says something of colours; after `--` none does. */
export function isColorOption(word: string): boolean {
  return flags.has(word);
}

/**
 * Checks whether a command line asks for colours, or for none; nothing when it leaves that open. The last word
 * about them counts. Asked before the rest is read, because what is wrong with the rest is printed, too.
 */
export function colorsAskedFor(args: readonly string[]): boolean | undefined {
  const end = args.indexOf("--");
  const options = end === -1 ? args : args.slice(0, end);
  return flags.get(options.findLast(isColorOption) ?? "");
}

/** Where in a command line the command's name stands, or what stands in its place. */
export function commandIndex(args: readonly string[]): number {
  const index = args.findIndex((arg) => !isColorOption(arg));
  return index === -1 ? args.length : index;
}

/** The options that a command takes without being its own; none for the program, whose own they are. */
export function globalOptions({ parent }: Command): readonly Option[] {
  if (parent === null) return [];
  return parent.parent === null
    ? parent.options.filter(({ long }) => isColorOption(long ?? ""))
    : globalOptions(parent);
}
