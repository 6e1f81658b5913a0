import { fromPointer, type Change } from "@traffic-policy/policy-language";
import { isSectionName } from "@traffic-policy/policy-language/internal";
import { visible } from "../text/visible.ts";

/**
 * Wordings for changes: as a difference from the service or between two files, as the effect of a deploy or a
 * rollback, as changes by somebody else since a plan was made, or as the replacement of a policy.
 */
export const wordings = {
  diff: {
    added: "(not stored)",
    removed: "(stored only)",
    moved: "stored as",
    sides: ["stored", "local"],
  },
  files: {
    added: "(added)",
    removed: "(removed)",
    moved: "moved from",
    sides: ["before", "after"],
  },
  plan: { added: "(added)", removed: "(removed)", moved: "moved from", sides: ["stored", "local"] },
  rollback: {
    added: "(restored)",
    removed: "(removed)",
    moved: "moved from",
    sides: ["now", "after"],
  },
  since: {
    added: "(added since)",
    removed: "(removed since)",
    moved: "moved since from",
    sides: ["planned on", "there now"],
  },
  written: {
    added: "(not written)",
    removed: "(no longer there)",
    moved: "moved from",
    sides: ["written", "there now"],
  },
  later: {
    added: "(added later)",
    removed: "(removed later)",
    moved: "moved later from",
    sides: ["then", "later"],
  },
} as const;

export type Wording = keyof typeof wordings;

export function changedThing({ kind, path, rule }: Change): string {
  if (kind === "enabled") return "enabled";
  const [direction, index, ...field] = fromPointer(path);
  if (direction === undefined) return "the whole policy document";
  if (index === undefined) return fieldText([direction]);
  if (!isSectionName(direction)) return fieldText(fromPointer(path));
  const name = rule === undefined ? `${Number(index) + 1}` : visible(JSON.stringify(rule));
  return [`${direction} rule ${name}`, ...(field.length === 0 ? [] : [fieldText(field)])].join(
    ", ",
  );
}

/** `actions[0].config.status_code`, `headers["x y"]` */
export function fieldText(keys: readonly string[]): string {
  return keys
    .map((key) =>
      /^\d+$/.test(key)
        ? `[${key}]`
        : /^[\w-]+$/.test(key)
          ? `.${key}`
          : `[${visible(JSON.stringify(key))}]`,
    )
    .join("")
    .replace(/^\./, "");
}
