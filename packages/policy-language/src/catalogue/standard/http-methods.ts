/**
 * The methods of HTTP that everybody knows. They are case-sensitive; others may be in any case.
 *
 * Source: RFC 9110, section 9.3, and RFC 5789.
 */
export const httpMethods: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);
