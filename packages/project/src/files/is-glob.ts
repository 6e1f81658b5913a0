/** True when a command-line name is a file pattern. A file may have the same name, such as `[a].json`. */
export function isGlob(name: string): boolean {
  return /[*?[\]{}()!]/.test(name);
}
