import {
  blankTypes as blank,
  NotErasableError,
  notTypeScript,
} from "@traffic-policy/policy-builder/code";
import type * as oxc from "oxc-parser";
import { TextPositions } from "@traffic-policy/policy-language/internal";
import { ownModules } from "./own-modules.ts";
import { TypeScriptError } from "./user-code-error.ts";

/**
 * Strips the types of a TypeScript module; every other character keeps its position.
 *
 * @param file - absolute path
 * @throws TypeScriptError for text that is not TypeScript, or that needs more than type stripping
 */
export function blankTypes(file: string, text: string): string {
  // When it is needed, and without waiting: a hook of Node's loader has to answer at once.
  const { parseSync } = ownModules.load("oxc-parser") as typeof oxc;
  const options = { sourceType: "module", lang: "ts", showSemanticErrors: true } as const;
  const { program, comments, errors } = parseSync(file, text, options);
  const [error] = errors;
  if (error !== undefined) {
    const reason = notTypeScript(error.message);
    throw new TypeScriptError(reason, {
      file,
      ...new TextPositions(text).at(error.labels[0]?.start ?? 0),
    });
  }
  try {
    return blank({ text, program, comments });
  } catch (thrown) {
    if (!(thrown instanceof NotErasableError)) throw thrown;
    throw new TypeScriptError(
      thrown.message,
      { file, ...new TextPositions(text).at(thrown.start) },
      thrown.help,
    );
  }
}
