/** A word as a POSIX shell reads it; a quote may be open still. */
export function unquoted(word: string): string {
  return word.replaceAll(
    /'([^']*)'?|"((?:\\.|[^"\\])*)(?:"|\\?$)|\\(.?)/gs,
    (_all, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replaceAll(/\\([\\"$`])/g, "$1") ?? escaped ?? "",
  );
}
