import type { Session } from "./session.ts";

export async function copyText(session: Session, text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    session.say(`${what} is copied.`);
  } catch {
    session.say({ text: "The browser does not let this page copy.", isError: true });
  }
}
