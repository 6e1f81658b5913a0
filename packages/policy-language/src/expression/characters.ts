/**
 * The UTF-16 unit at an offset; 0 after the end. JavaScript engines compile `charCodeAt` well only
 * where it is never asked for what is not there.
 */
export function codeAt(text: string, offset: number): number {
  return offset < text.length ? text.charCodeAt(offset) : 0;
}

/** `0` to `9`. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `0` to `9`, `a` to `f`, `A` to `F`. */
export function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

/** What a name may begin with: a letter of ASCII or `_`. */
export function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

/** What a name may go on with: also digits. */
export function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}
