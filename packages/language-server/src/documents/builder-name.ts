/** `set-vars` or `on_http_request` as the builder calls it. */
export function builderName(name: string): string {
  return name.replaceAll(/[-_](\w)/g, (_match, letter: string) => letter.toUpperCase());
}
