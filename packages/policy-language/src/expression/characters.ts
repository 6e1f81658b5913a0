/**
 * Returns the UTF-16 unit at an offset; 0 after the end. JavaScript engines optimize `charCodeAt` well only when it
 * never reads past the end.
 */
export function codeAt(text: string, offset: number): number {
  return offset < text.length ? text.charCodeAt(offset) : 0;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

/** A letter of ASCII or `_`. */
export function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

export function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}
