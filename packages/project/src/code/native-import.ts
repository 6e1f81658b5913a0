/**
 * Loads a user module with Node's own import. In the bundled command, this is the `import` of the file that starts
 * it; see `start/`.
 *
 * @param specifier - a URL
 */
export function nativeImport(specifier: string): Promise<unknown> {
  return import(specifier);
}
