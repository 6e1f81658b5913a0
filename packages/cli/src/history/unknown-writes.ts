import { rmSync } from "node:fs";
import { join } from "node:path";
import { largestFile, ordinaryText, replaceFileSync } from "@traffic-policy/project";
import { isValid } from "@traffic-policy/policy-language";
import { type Static, Type } from "@sinclair/typebox";
import { stateFolder, type StateOwner } from "@traffic-policy/project/files";

const checksum = Type.Union([Type.String(), Type.Null()]);

const writeSchema = Type.Object({
  /** What the target was called, for whoever reads the file. */
  target: Type.String(),
  /** The service, as its base URL. */
  service: Type.String(),
  /** What of the service the target is. */
  place: Type.String(),
  /** When it was sent: RFC 3339, in UTC. */
  time: Type.String(),
  /** What sent it: `deploy`. */
  action: Type.String(),
  /** The checksum of what was sent; null for the removal of a policy. */
  sent: checksum,
  /** The checksum of what the target held before; null for no policy. */
  before: checksum,
  /** The checksum of what was written there after it, or may have been; left out when nothing was. */
  later: Type.Optional(checksum),
});

/** A write of which it is not known whether the service carried it out. */
export type UnknownWrite = Static<typeof writeSchema>;

/** What of a service is written to. */
export type WrittenPlace = Pick<UnknownWrite, "service" | "place">;

/** How long what was sent may arrive over what was written after it, in milliseconds: no request takes longer. */
const longest = 24 * 60 * 60 * 1000;

/** More to one place are not remembered. */
const most = 20;

const fileSchema = Type.Object({ version: Type.Literal(1), writes: Type.Array(writeSchema) });

/**
 * The writes whose outcome was unknown at the end of a run, until a later run sees that they have arrived. They are
 * those to a place, whatever the configuration calls it, and whatever is written there later.
 */
export class UnknownWrites {
  readonly #file: string;
  readonly #byPlace = new Map<string, readonly UnknownWrite[]>();

  /**
   * Reads them. A file that is damaged holds none.
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

  /** Those to a place, in the order in which they were sent. */
  to(place: WrittenPlace): readonly UnknownWrite[] {
    return this.#byPlace.get(keyOf(place)) ?? [];
  }

  /** Adds one, which may arrive before or after the others to the same place. */
  add(write: UnknownWrite): void {
    this.overwritten(write, write.sent);
    const others = this.to(write).filter(({ sent }) => sent !== write.sent);
    this.#set(write, [...others, write].slice(-most));
  }

  /** Takes note of what was written to a place after those of which nothing was seen. */
  overwritten(place: WrittenPlace, later: string | null): void {
    const writes = this.to(place).map((write) => ({ ...write, later }));
    this.#set(place, writes);
  }

  /** Forgets the one that has brought what a place holds, if nothing else has. */
  settle(place: WrittenPlace, held: string | null): void {
    const writes = this.to(place).filter((write) => !hasArrived(write, held));
    this.#set(place, writes);
  }

  /** Saves them as far as that is possible: what they are for is to say more in a later run. */
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

/** Checks whether what a place holds is what a write sent, and not what was written after it. */
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
