/**
 * The name of a header in its canonical form, `content-type` as `Content-Type`: a capital letter at
 * the beginning and after each hyphen. What cannot be the name of a header stays as it is.
 *
 * This is the form that `getReqHeader` and the like want.
 */
export function canonicalHeaderName(name: string): string {
  if (!isToken(name)) return name;
  return name
    .toLowerCase()
    .replace(
      /(^|-)([a-z])/g,
      (_all, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

/**
 * Checks whether a text is a token of HTTP, as names of headers and cookies and methods are.
 *
 * Source: RFC 9110, section 5.6.2.
 */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}
