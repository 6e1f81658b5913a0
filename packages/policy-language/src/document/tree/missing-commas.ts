import { nextSign, type WrittenPlace } from "./written-place.ts";

const comments = /\/\/.*|\/\*[^]*?\*\//g;

/** The commas that are missing around something that is written in JSON. */
export interface MissingCommas {
  /** Where one belongs behind what is before it. */
  readonly before: number | undefined;
  /** True when a comma must follow the value. */
  readonly isAfter: boolean;
}

export function missingCommas(
  text: string,
  { path, isKey, around, replaced }: WrittenPlace,
): MissingCommas {
  const container = around.at(-1);
  const index = path.at(-1);
  let before: number | undefined;
  if (container?.kind === "object" && isKey) {
    const previous = container.members.findLast(({ key }) => key.start < replaced.start);
    before = (previous?.value ?? previous?.key)?.end;
  } else if (container?.kind === "list" && typeof index === "number") {
    before = container.items[index - 1]?.end;
  }
  const hasComma =
    before === undefined ||
    text.slice(before, replaced.start).replaceAll(comments, "").includes(",");
  return {
    before: hasComma ? undefined : before,
    isAfter: /[^,:\]}]/.test(nextSign(text, replaced.end)),
  };
}
