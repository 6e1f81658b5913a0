import type { Template } from "../expression/template.ts";
import type { Run } from "../run/run.ts";
import { ActionFailure } from "./action-failure.ts";

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
    // RFC 9110, section 5.5: with one of these, the value would go on as another header.
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000\n\r]/.test(value)) {
      throw new ActionFailure(`The value of the header ${name} has a line break or a zero byte.`);
    }
    return [name, value] as const;
  });
}
