/**
 * Whether a text is a token of HTTP, as names of headers and cookies and methods are.
 *
 * Source: RFC 9110, section 5.6.2.
 */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}
