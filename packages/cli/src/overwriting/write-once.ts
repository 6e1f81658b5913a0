import {
  checksum,
  planTarget,
  readOutcome,
  ServiceError,
  type ChangeOptions,
  type Target,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { printable } from "@traffic-policy/policy-language/internal";
import { CommandError, isoTime } from "../context.ts";
import { History } from "../history/history.ts";
import { placeName } from "../service/target-words.ts";
import { nameOf, ownerOf, pendingWrites, placeOf, type Overwriting } from "./before-overwriting.ts";

export interface SingleWrite<T> {
  /** The effect, for a message: `the TCP edge edge_1 was updated`. */
  readonly done: string;
  readonly send: (options: ChangeOptions) => Promise<T>;
  /** Reads the current state; undefined until it is what was sent. */
  readonly look: () => Promise<{ readonly result: T } | undefined>;
  readonly policy?: WrittenPolicy | undefined;
}

export interface WrittenPolicy {
  readonly action: "update" | "delete";
  readonly target: Target;
  readonly before: TrafficPolicyModule | undefined;
  readonly sent: TrafficPolicyModule | undefined;
}

/**
 * Sends a write once. If the answer does not prove that nothing was written, reads for some seconds to find the
 * outcome, and remembers a write that may still arrive.
 *
 * @throws ServiceError when nothing was written
 * @throws CommandError when the outcome is unknown
 */
export async function writeOnce<T>(write: SingleWrite<T>, how: Overwriting): Promise<T> {
  const { clock, terminal } = how.context;
  const begin = clock.elapsed();
  try {
    const result = await write.send({ onlyOnce: true });
    await remember(write.policy, "applied", how);
    return result;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.effect === "none") throw error;
    const seen = await look(write, clock.elapsed() - begin, how);
    if (seen instanceof ServiceError || seen === undefined) {
      await remember(write.policy, "unknown", how);
      throw isUnknown(write.done, error, seen);
    }
    terminal.err(`${printable(error.message)} But the service holds what was sent.\n`);
    await remember(write.policy, "applied", how);
    return seen.result;
  }
}

async function look<T>(
  { look: read }: SingleWrite<T>,
  spent: number,
  { connection: { client } }: Overwriting,
): Promise<{ readonly result: T } | ServiceError | undefined> {
  const attempt = async (): Promise<{ readonly result: T } | ServiceError | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  };
  return readOutcome(client, attempt, (found) => found === undefined, { spent });
}

export function holdsPolicy(
  target: Target,
  local: TrafficPolicyModule,
  stored: TrafficPolicyModule | undefined,
): boolean {
  const wanted = { name: placeName(target), target, local };
  return planTarget(wanted, stored, { anyValue: true }).action === "unchanged";
}

function isUnknown(
  done: string,
  error: ServiceError,
  unread: ServiceError | undefined,
): CommandError {
  const what =
    unread === undefined
      ? "The service does not hold what was sent, which may still arrive."
      : `Reading it failed as well: ${unread.message}`;
  const message = `It is unknown whether ${done}: ${error.message} ${what}`;
  const help = "Read what is stored before you write again.";
  return new CommandError(message, { help, cause: error });
}

async function remember(
  policy: WrittenPolicy | undefined,
  outcome: "applied" | "unknown",
  how: Overwriting,
): Promise<void> {
  if (policy === undefined) return;
  const { context } = how;
  const { action, target, before, sent } = policy;
  const place = placeOf(target, how);
  const states = { sent: stateOf(sent), before: stateOf(before) };
  if (outcome === "applied" && pendingWrites(target, how).length === 0) return;
  const history = new History(ownerOf(how), context);
  const note = async (): Promise<void> => {
    const writes = history.unknownWrites(context.clock.now());
    writes.settle(place, states.before);
    if (outcome === "applied" || states.sent === states.before) {
      writes.overwritten(place, states.sent);
    } else {
      writes.add({
        target: nameOf(target, how),
        ...place,
        time: isoTime(context.clock),
        action,
        ...states,
      });
    }
    writes.save();
  };
  try {
    await history.alone(note);
  } catch (error) {
    // What became of the write is said in any case.
    if (!(error instanceof CommandError)) throw error;
  }
}

function stateOf(module: TrafficPolicyModule | undefined): string | null {
  return module === undefined ? null : checksum(module);
}
