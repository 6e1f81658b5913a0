/** The API key of all tests: it would be recognised wherever it showed. */
export const apiKey = "tp_key_7Q2xVw9Zr4LmB8";

/** Whether a text has the key in it, or the most of it. */
export function showsKey(text: string): boolean {
  return text.includes(apiKey.slice(0, -6));
}
