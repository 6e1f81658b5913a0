import { placeText, printable } from "@traffic-policy/policy-language/internal";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { behaviourJson } from "../../behaviour/json.ts";
import { behaviourLines } from "../../behaviour/report.ts";
import type { Context } from "../../context.ts";
import { printJson } from "../../report/json.ts";
import type { MigrateOptions } from "./command.ts";
import type { MigrateOutput } from "./output.ts";
import type { MigratedPolicy } from "./migrated-policy.ts";

/** Prints migration results: a single printed policy on stdout, everything else on stderr. */
export function printMigrations(
  results: readonly MigratedPolicy[],
  { format, out, write, forwardTo }: MigrateOptions,
  context: Context,
): void {
  const { terminal } = context;
  if (format === "json") {
    const mask = new SecretMask();
    const output: MigrateOutput = {
      version: 1,
      policies: results.map((one) => policyJson(one, mask)),
    };
    printJson(output, terminal);
    return;
  }
  const [only] = results;
  if (
    out === undefined &&
    write !== true &&
    only?.state === "migrated" &&
    only.text !== undefined
  ) {
    terminal.document(only.text);
  }
  const said = new Set<string>();
  for (const result of results) {
    const shared = result.shared?.filter((file) => !said.has(file)) ?? [];
    for (const file of shared) said.add(file);
    const lines = linesOf({ ...result, shared }, context, forwardTo !== undefined);
    terminal.err(lines.map((line) => `${line}\n`).join(""));
  }
}

function policyJson(result: MigratedPolicy, mask: SecretMask): MigrateOutput["policies"][number] {
  const { policy, state, migration, written, behaviour, shared = [], left = [] } = result;
  const { source } = policy.loaded;
  return {
    policy: policy.title,
    state,
    file: written,
    ...(shared.length > 0 && { modules: [...shared] }),
    document: migration.document,
    notes: [
      ...migration.notes.map((note) => ({
        kind: note.kind,
        path: note.path,
        message: note.message,
        help: note.help,
        location: source.locate(note.path),
      })),
      ...left.map(({ message, location }) => ({
        kind: "left" as const,
        path: "",
        message,
        location,
      })),
    ],
    behaviour: behaviour && behaviourJson(behaviour, mask),
  };
}

const marks = { changed: "changed", moved: "moved", left: "left", refused: "refused" };

function linesOf(
  { policy, state, migration, written, behaviour, shared = [], left = [] }: MigratedPolicy,
  { terminal: { errStyle } }: Context,
  isForwarding: boolean,
): string[] {
  const { source } = policy.loaded;
  const title = printable(policy.title);
  if (state === "unchanged") return [`${title} is in phases already.`];
  const notes = migration.notes.map(({ kind, path, message, help }) => {
    const location = source.locate(path);
    const place = location === undefined ? title : placeText(location.file, location.start);
    const mark = kind === "left" || kind === "refused" ? errStyle.yellow(marks[kind]) : marks[kind];
    const advice = help === undefined ? "" : ` ${help}`;
    return `${printable(place)}: ${mark}: ${printable(message)}${printable(advice)}`;
  });
  // A call in a loop or a function has built several parts.
  const lines = [...new Set(notes)];
  for (const { message, location } of left) {
    const place = placeText(location.file, location.start);
    lines.push(`${printable(place)}: ${errStyle.yellow(marks.left)}: ${printable(message)}`);
  }
  if (state === "refused") lines.push(`${title} was not migrated.`);
  if (behaviour !== undefined) {
    lines.push(
      ...behaviourLines(behaviour, {
        sides: ["before", "after"],
        style: errStyle,
        mask: new SecretMask(),
      }),
    );
    if (isForwarding) lines.push("  compared without the rule that forwards");
  }
  if (written !== undefined) lines.push(`${printable(written)} was written.`);
  else if (shared.length > 0 && state === "migrated") {
    lines.push(`${shared.map(printable).join(", ")} would change, too.`);
  }
  for (const file of written === undefined ? [] : shared) {
    lines.push(`${printable(file)} was written, too.`);
  }
  return lines;
}
