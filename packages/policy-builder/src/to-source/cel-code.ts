import { code, imported, type Code } from "./code.ts";
import { unprintable } from "./escape.ts";
import { stringCode } from "./literal-code.ts";

/** A condition as CEL text, just as it is. */
export function celCode(text: string): Code {
  const cel = imported("cel");
  return isRaw(text) ? code`${cel}${`\`${text}\``}` : code`${cel}.text(${stringCode(text)})`;
}

/** Whether a template between backticks has exactly this as its raw text. */
function isRaw(text: string): boolean {
  if (/`|\$\{|\\[xu\d]/.test(text)) return false;
  // A backslash at the end would take the backtick with it.
  if (/(?<!\\)(?:\\\\)*\\$/.test(text)) return false;
  return text.replace(/[\n\t]/g, "").search(unprintable) < 0;
}
