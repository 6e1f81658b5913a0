/**
 * Loads a module as Node does: code of the user's, and packages that stay outside of the bundled
 * command. In the command this is the `import` of the file that starts it; see `start/`.
 *
 * @param specifier - a URL, or the name of a package that the command depends on
 */
export function nativeImport(specifier: string): Promise<unknown> {
  return import(specifier);
}
