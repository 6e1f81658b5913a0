import type { Template } from "../expression/template.ts";
import { ActionFailure, type Run } from "../run/run.ts";

/**
 * The headers of a config with their interpolations filled in.
 *
 * @throws ActionFailure when an interpolation fails, or makes of a value what no header can be
 */
export function headerValues(
  headers: readonly (readonly [name: string, template: Template])[],
  run: Run,
): readonly (readonly [name: string, value: string])[] {
  return headers.map(([name, template]) => {
    const value = template.toText(run);
    const reason = wrongInValue(name, value);
    if (reason !== undefined) throw new ActionFailure(reason);
    return [name, value] as const;
  });
}

/**
 * Why a header cannot have a value, as a sentence.
 *
 * Source: RFC 9110, section 5.5. With a line break, the value would go on as another header.
 */
export function wrongInValue(name: string, value: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000A-\u001F\u007F]/.test(value)
    ? `The value of the header ${name} has a line break or another control character.`
    : undefined;
}
