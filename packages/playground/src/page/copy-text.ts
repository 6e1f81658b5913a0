import type { Session } from "./session.ts";

/**
 * Puts a text into the clipboard.
 *
 * @param what - what is copied: `The JSON`
 */
export async function copyText(session: Session, text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    session.say(`${what} is copied.`);
  } catch {
    session.say({ text: "The browser does not let this page copy.", isError: true });
  }
}
