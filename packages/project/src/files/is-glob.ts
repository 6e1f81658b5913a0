/** Whether a name on the command line is a pattern for files. A file may be called like one, such as `[a].json`. */
export function isGlob(name: string): boolean {
  return /[*?[\]{}()!]/.test(name);
}
