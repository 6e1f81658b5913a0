import {
  CannotRemove,
  planTarget,
  readPolicy,
  type Plan,
  type PlannedTarget,
  type UnreadTarget,
  type WantedPolicy,
} from "@traffic-policy/api";
import { serialize } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import { loadConfiguration } from "../configuration/load-configuration.ts";
import { selectTargets, type NamedTarget } from "../configuration/select-targets.ts";
import { confirm } from "../confirm.ts";
import { carryOut } from "../deploying/carry-out.ts";
import { planTargets } from "../deploying/plan-targets.ts";
import type { ExitStatus } from "../exit-status.ts";
import { findEntry } from "../history/find-entry.ts";
import { History } from "../history/history.ts";
import type { KeptEntry } from "../history/history-entry.ts";
import { pointInTime } from "../history/point-in-time.ts";
import { targetOf } from "../history/target-of.ts";
import { listed } from "../listed.ts";
import type { RollbackOptions } from "../options.ts";
import { createProgress } from "../progress/progress.ts";
import { isExpected } from "../report/failure.ts";
import { describeTarget } from "../report/target.ts";
import { connect, type Connection } from "../service/connect.ts";
import type { Terminal } from "../terminal.ts";

const words = {
  nothing: "Nothing was rolled back",
  question: "Roll back to this?",
  verb: "Rolling back",
} as const;

/** `traffic-policy rollback [target...]`: puts back what targets held before. */
export async function rollback(
  names: readonly string[],
  options: RollbackOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const configuration = await loadConfiguration();
  const { tag, concurrency } = options;
  const targets = selectTargets(configuration, { target: names, tag });
  const history = new History(configuration.folder);
  const entries = await entriesFor(targets, history, { ...options, names });

  const progress = await createProgress(terminal);
  const connection = await connect(configuration, options, terminal, {
    concurrency,
    onEvent: (event) => progress.happened(event),
  });
  try {
    for (const [target, entry] of entries) checkEntry(target, entry, connection);
    const wanted = [...entries].map(([{ name, target }, { stored }]) => ({
      name,
      target,
      local: stored ?? undefined,
    }));
    const made = await planTargets(connection, wanted, { progress, concurrency, anyValue: true });
    const { plan, disabled } = await withDisabled(made, { connection, options, terminal });
    return await carryOut(plan, {
      connection,
      history,
      progress,
      terminal,
      options,
      words,
      anyValue: true,
      disabled,
      report: {
        wording: "rollback",
        title: `Plan to roll back, for ${connection.description}`,
        notes: new Map(
          [...entries].map(([{ name }, { id }]) => [
            name,
            disabled.has(name) ? `no policy until ${id}` : `as until ${id}`,
          ]),
        ),
      },
    });
  } finally {
    await connection.close();
  }
}

type Entries = ReadonlyMap<NamedTarget, KeptEntry>;

/**
 * The entries to go back to. Where nobody says which targets and to when, they are those of the last
 * run that overwrote anything.
 */
async function entriesFor(
  targets: readonly NamedTarget[],
  history: History,
  { names, tag, to }: RollbackOptions & { readonly names: readonly string[] },
): Promise<Entries> {
  const from = to === undefined ? undefined : pointInTime(to);
  const found = new Map<NamedTarget, KeptEntry>();
  for (const target of targets) {
    const entry = await findEntry(history, target.name, from);
    if (entry !== undefined) found.set(target, entry);
    else if (names.includes(target.name)) throw nothingKept([target.name], to);
  }
  if (found.size === 0) {
    throw nothingKept(
      targets.map(({ name }) => name),
      to,
    );
  }
  if (names.length > 0 || tag !== undefined || from !== undefined) return found;
  const last = [...found.values()]
    .map(({ run }) => run)
    .toSorted()
    .at(-1);
  return new Map([...found].filter(([, { run }]) => run === last));
}

function nothingKept(names: readonly string[], to: string | undefined): CommandError {
  const since = to === undefined ? "" : ` since ${to}`;
  return new CommandError(`Nothing is kept of ${listed(names, 5)}${since}.`, {
    help: "`traffic-policy history` lists what is kept: what deploy and rollback overwrote.",
  });
}

function checkEntry(
  { name, target }: NamedTarget,
  entry: KeptEntry,
  { service, description }: Connection,
): void {
  const place = targetOf(entry);
  const help = "`traffic-policy history` lists other entries, for --to.";
  if (serialize(place) !== serialize(target)) {
    throw new CommandError(
      `The entry ${entry.id} of ${name} is about ${describeTarget(place)}, and the target is ${describeTarget(target)} now.`,
      { help },
    );
  }
  if (entry.service !== service) {
    throw new CommandError(
      `The entry ${entry.id} of ${name} is about the service ${entry.service}, and not about ${description}.`,
      { help },
    );
  }
}

/** The plan with policies disabled that should be removed, where that is wanted. */
async function withDisabled(
  plan: Plan,
  {
    connection,
    options,
    terminal,
  }: {
    readonly connection: Connection;
    readonly options: RollbackOptions;
    readonly terminal: Terminal;
  },
): Promise<{ readonly plan: Plan; readonly disabled: ReadonlySet<string> }> {
  const stuck = plan.unread.filter(({ error }) => error instanceof CannotRemove);
  if (stuck.length === 0) return { plan, disabled: new Set() };
  const names = listed(
    stuck.map(({ name }) => name),
    5,
  );
  const what = stuck.length === 1 ? "the policy of the TCP edge" : "the policies of the TCP edges";
  const problem = `Before, there was no policy at ${names}, and the service cannot remove ${what}.`;
  if (options.disable !== true) {
    const canAsk = terminal.interactive && options.format === "pretty" && options.yes !== true;
    if (!canAsk) {
      throw new CommandError(`${words.nothing}. ${problem}`, {
        help: "Say --disable to disable what cannot be removed, which has the same effect on traffic.",
      });
    }
    terminal.err(`${problem}\n`);
    if (!(await confirm("Disable instead, which has the same effect on traffic?"))) {
      throw new CommandError(`${words.nothing}: the answer was no.`);
    }
  }
  const planned: PlannedTarget[] = [];
  const unread = plan.unread.filter((target) => !stuck.includes(target));
  for (const target of stuck) {
    const result = await planDisabled(connection, target);
    if ("error" in result) unread.push(result);
    else planned.push(result);
  }
  return {
    plan: { targets: [...plan.targets, ...planned], unread },
    disabled: new Set(stuck.map(({ name }) => name)),
  };
}

async function planDisabled(
  { client }: Connection,
  wanted: WantedPolicy,
): Promise<PlannedTarget | UnreadTarget> {
  try {
    const stored = await readPolicy(client, wanted.target);
    const local = stored && { enabled: false, value: stored.value };
    const { name, target } = wanted;
    return planTarget({ name, target, local }, stored, { anyValue: true });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { ...wanted, error: error as UnreadTarget["error"] };
  }
}
