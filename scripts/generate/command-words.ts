/** The words of a command line of the pages; one in single quotes is kept whole. */
export function commandWords(line: string): string[] {
  return Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
}
