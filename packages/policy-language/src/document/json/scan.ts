// Finds its way through a text that is known to be JSON.

const quote = 0x22;
const backslash = 0x5c;

/** The place of the quote that closes a string, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === quote) return index;
    if (unit === backslash) index += 1;
  }
  return text.length;
}

/** The first offset after the value that begins there. */
export function afterValue(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    switch (text[index]) {
      case '"':
        index = endOfString(text, index);
        if (depth === 0) return index + 1;
        break;
      case "{":
      case "[":
        depth += 1;
        break;
      case "}":
      case "]":
        // That of a number belongs to what the number stands in.
        if (depth === 0) return index;
        depth -= 1;
        if (depth === 0) return index + 1;
        break;
      case ",":
      case " ":
      case "\t":
      case "\r":
      case "\n":
        if (depth === 0) return index;
    }
  }
  return text.length;
}

/** The first offset that has no white space. */
export function afterSpace(text: string, start: number): number {
  let index = start;
  while (/[ \t\r\n]/.test(text.charAt(index))) index += 1;
  return index;
}
