import {
  fromPointer,
  serialize,
  type Change,
  type JsonValue,
} from "@traffic-policy/policy-language";
import type { Terminal } from "../terminal.ts";

type Style = Terminal["style"];

/** What is said of a rule that is on one side only: as a difference, or as what a deploy does. */
const wordings = {
  diff: {
    added: "(not stored)",
    removed: "(stored only)",
    moved: "stored as",
    before: "stored",
    after: "local ",
  },
  plan: {
    added: "(added)",
    removed: "(removed)",
    moved: "moved from",
    before: "stored",
    after: "local ",
  },
  since: {
    added: "(added since)",
    removed: "(removed since)",
    moved: "moved since from",
    before: "planned on",
    after: "is there  ",
  },
} as const;

/** Changes for people: a line a rule that came, went or moved, and both values of a changed field. */
export function renderChanges(
  changes: readonly Change[],
  wording: keyof typeof wordings,
  style: Style,
): string {
  return changes.map((change) => renderChange(change, wording, style)).join("");
}

function renderChange(change: Change, wording: keyof typeof wordings, style: Style): string {
  const subject = subjectOf(change);
  const words = wordings[wording];
  switch (change.kind) {
    case "added":
      return `  ${style.green("+")} ${subject} ${style.dim(words.added)}\n`;
    case "removed":
      return `  ${style.red("-")} ${subject} ${style.dim(words.removed)}\n`;
    case "moved": {
      const [from, to] = [Number(change.before) + 1, Number(change.after) + 1];
      const places = `(${words.moved} rule ${from}, now rule ${to})`;
      return `  ${style.yellow("~")} ${subject} ${style.dim(places)}\n`;
    }
    case "enabled":
    case "changed":
      return [
        `  ${style.yellow("~")} ${subject}`,
        `      ${style.red(`${words.before}  ${show(change.before)}`)}`,
        `      ${style.green(`${words.after}  ${show(change.after)}`)}`,
        "",
      ].join("\n");
  }
}

function subjectOf({ kind, path, rule }: Change): string {
  if (kind === "enabled") return "enabled";
  const [direction, index, ...field] = fromPointer(path);
  if (direction === undefined) return "the whole policy document";
  if (index === undefined) return direction;
  const name = rule === undefined ? `${Number(index) + 1}` : JSON.stringify(rule);
  return [`${direction} rule ${name}`, ...(field.length === 0 ? [] : [fieldText(field)])].join(
    ", ",
  );
}

/** `actions[0].config.status_code` */
function fieldText(keys: readonly string[]): string {
  return keys
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join("")
    .slice(1);
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? "(nothing)" : serialize(value);
}
