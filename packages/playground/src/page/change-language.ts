import type { WrittenPolicy } from "../link/state.ts";
import type { Session } from "./session.ts";

/** The texts before conversion, so that converting back restores comments and spaces. */
const converted = new WeakMap<
  Session,
  { readonly from: WrittenPolicy; readonly to: WrittenPolicy }
>();

export async function changeLanguage(
  session: Session,
  language: WrittenPolicy["language"],
): Promise<void> {
  const { state } = session;
  const from = state.policy;
  if (language === from.language) return;
  const known = converted.get(session);
  if (known?.to === from && known.from.language === language) {
    state.policy = known.from;
    return;
  }
  const read = session.policy.text.value;
  const text =
    read &&
    (await session.language.convert({
      text: read.text,
      from: read.language === "yaml" ? "yaml" : "json",
      to: language,
      ...(state.protocol && { protocol: state.protocol }),
    }));
  // Somebody may have typed on.
  if (state.policy !== from) return;
  const isKept = text === undefined && from.text.trim() !== "" && language === "typescript";
  const to = isKept ? { ...from } : { language, text: text ?? from.text };
  converted.set(session, { from, to });
  state.policy = to;
  if (text === undefined && from.text.trim() !== "") {
    session.say("The text stays as it is: it could not be read as a policy.");
  }
}

export function languageOfText(
  text: string,
  language: WrittenPolicy["language"],
): WrittenPolicy["language"] {
  const begin = text.slice(0, 2000);
  if (/^(?:\s|\/\/.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:import|export)\b/.test(begin))
    return "typescript";
  if (/^\s*\{\s*["}]/.test(begin)) return language === "yaml" ? "yaml" : "json";
  return language === "json" && /^(?:\s|#.*\n|---\s*\n)*[\w-]+:(?:\s|$)/.test(begin)
    ? "yaml"
    : language;
}
