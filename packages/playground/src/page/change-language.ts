import type { WrittenPolicy } from "../link/state.ts";
import type { Session } from "./session.ts";

/** Writes the policy in another language, if it can be read; otherwise the text stays as it is. */
export async function changeLanguage(
  session: Session,
  language: WrittenPolicy["language"],
): Promise<void> {
  const before = session.state.policy;
  if (language === before.language) return;
  session.state.policy = { language, text: before.text };
}
