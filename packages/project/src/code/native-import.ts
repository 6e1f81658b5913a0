/**
 * Loads a module of the user's, as Node does. In the bundled command this is the `import` of the file
 * that starts it; see `start/`.
 *
 * @param specifier - a URL
 */
export function nativeImport(specifier: string): Promise<unknown> {
  return import(specifier);
}
