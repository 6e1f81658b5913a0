/** A name as a shell reads it. */
export function shellWord(name: string): string {
  return /^[\w.@%+/:-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
