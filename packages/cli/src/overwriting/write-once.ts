import {
  checksum,
  planTarget,
  readOutcome,
  ServiceError,
  type ChangeOptions,
  type Target,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { printable } from "@traffic-policy/policy-language";
import { CommandError, isoTime } from "../context.ts";
import { History } from "../history/history.ts";
import { placeName } from "../report/target.ts";
import { nameOf, ownerOf, pendingWrites, placeOf, type Overwriting } from "./before-overwriting.ts";

/** A write of a command for a single place. */
export interface SingleWrite<T> {
  /** What it does, for a sentence: `the TCP edge edge_1 was updated`. */
  readonly done: string;
  readonly send: (options: ChangeOptions) => Promise<T>;
  /** Reads what is there; nothing as long as that is not what was sent. */
  readonly look: () => Promise<{ readonly result: T } | undefined>;
  /** The policy that it puts in the place of another one, if it is about one. */
  readonly policy?: WrittenPolicy | undefined;
}

/** A policy in the place of another one; undefined for none. */
export interface WrittenPolicy {
  readonly action: "update" | "delete";
  readonly target: Target;
  readonly before: TrafficPolicyModule | undefined;
  readonly sent: TrafficPolicyModule | undefined;
}

/**
 * Sends a write once. When the answer does not prove that nothing was written, reading tells what became of it, for
 * some seconds, and what may still arrive is remembered.
 *
 * @throws ServiceError when nothing was written
 * @throws CommandError when it is unknown whether it was
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

/** Checks whether a target holds a policy, or one that behaves the same. */
export function holdsPolicy(
  target: Target,
  local: TrafficPolicyModule,
  stored: TrafficPolicyModule | undefined,
): boolean {
  const wanted = { name: placeName(target), target, local };
  return planTarget(wanted, stored, { anyValue: true }).action === "unchanged";
}

/**
 * The error of a write of which it is unknown whether it took place.
 *
 * @param unread - why reading told nothing, if it failed
 */
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

/** Forgets what has arrived before a write of a policy, and remembers what may still arrive. */
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
