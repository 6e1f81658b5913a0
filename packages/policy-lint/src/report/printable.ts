// Terminals obey control characters, and marks of direction make a text look like another one.
// eslint-disable-next-line no-control-regex
const commands = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A text for a line of a terminal; each character that is not to be shown is replaced by one. */
export function printable(text: string): string {
  return text.replace(commands, "\ufffd");
}
