import { rmSync } from "node:fs";
import { join } from "node:path";
import { largestFile } from "@traffic-policy/project";
import { ordinaryText, replaceFileSync } from "@traffic-policy/project/internal";
import { isValid } from "@traffic-policy/policy-language/internal";
import { type Static, Type } from "@sinclair/typebox";
import { stateFolder, type StateOwner } from "@traffic-policy/project/files";

const checksum = Type.Union([Type.String(), Type.Null()]);

const writeSchema = Type.Object({
  target: Type.String(),
  service: Type.String(),
  place: Type.String(),
  /** Time of sending: RFC 3339, in UTC. */
  time: Type.String(),
  action: Type.String(),
  /** The checksum of the sent policy; null for the removal of a policy. */
  sent: checksum,
  /** The checksum of the previous policy; null for none. */
  before: checksum,
  /** The checksum of a later write to the same place, certain or possible; left out when there was none. */
  later: Type.Optional(checksum),
});

export type UnknownWrite = Static<typeof writeSchema>;

export type WrittenPlace = Pick<UnknownWrite, "service" | "place">;

/** Milliseconds in which a write may still arrive after a later write: no request takes longer. */
const longest = 24 * 60 * 60 * 1000;

const most = 20;

const fileSchema = Type.Object({ version: Type.Literal(1), writes: Type.Array(writeSchema) });

/**
 * The writes with an unknown outcome at the end of a run, kept until a later run sees that they have arrived. They
 * are tied to a place on the service, whatever the configuration calls it, and whatever is written there later.
 */
export class UnknownWrites {
  readonly #file: string;
  readonly #byPlace = new Map<string, readonly UnknownWrite[]>();

  /**
   * Reads the writes from disk. A damaged file counts as empty.
   *
   * @param now - milliseconds since 1970
   */
  constructor(owner: StateOwner, now: number) {
    this.#file = join(stateFolder(owner), "unknown-writes.json");
    for (const write of readSaved(this.#file)) {
      const { later, time } = write;
      const isOld = later !== undefined && now - Date.parse(time) >= longest;
      if (!isOld) this.#set(write, [...this.to(write), write]);
    }
  }

  to(place: WrittenPlace): readonly UnknownWrite[] {
    return this.#byPlace.get(keyOf(place)) ?? [];
  }

  /** Adds a write, which may arrive before or after the others to the same place. */
  add(write: UnknownWrite): void {
    this.overwritten(write, write.sent);
    const others = this.to(write).filter(({ sent }) => sent !== write.sent);
    this.#set(write, [...others, write].slice(-most));
  }

  /** Records a later write to a place, after the writes that have not been seen. */
  overwritten(place: WrittenPlace, later: string | null): void {
    const writes = this.to(place).map((write) => ({ ...write, later }));
    this.#set(place, writes);
  }

  /** Forgets the write that explains what a place holds, if nothing else does. */
  settle(place: WrittenPlace, held: string | null): void {
    const writes = this.to(place).filter((write) => !hasArrived(write, held));
    this.#set(place, writes);
  }

  /** Saves the writes if possible; a failure is ignored, because they only improve messages of later runs. */
  save(): void {
    const writes = [...this.#byPlace.values()].flat();
    try {
      if (writes.length > 0) {
        replaceFileSync(
          this.#file,
          `${JSON.stringify({ version: 1, writes }, undefined, 2)}\n`,
          0o600,
        );
      } else {
        rmSync(this.#file, { force: true });
      }
    } catch {
      // The outcomes are printed in any case.
    }
  }

  #set(place: WrittenPlace, writes: readonly UnknownWrite[]): void {
    this.#byPlace.set(keyOf(place), writes);
  }
}

export function hasArrived({ sent, later }: UnknownWrite, held: string | null): boolean {
  return held === sent && later !== sent;
}

function keyOf({ service, place }: WrittenPlace): string {
  return JSON.stringify([service, place]);
}

function readSaved(file: string): readonly UnknownWrite[] {
  try {
    const saved: unknown = JSON.parse(ordinaryText(file, largestFile) ?? "null");
    return isValid(fileSchema, saved) ? saved.writes : [];
  } catch {
    return [];
  }
}
