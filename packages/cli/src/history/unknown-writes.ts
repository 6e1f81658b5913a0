import { rmSync } from "node:fs";
import { join } from "node:path";
import { largestFile, ordinaryText, replaceFileSync } from "@traffic-policy/policy-module";
import { isValid } from "@traffic-policy/policy-language";
import { type Static, Type } from "@sinclair/typebox";
import { stateFolder, type StateOwner } from "../local-folder.ts";

const checksum = Type.Union([Type.String(), Type.Null()]);

const writeSchema = Type.Object({
  /** The target's name. */
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

/** More are not remembered: of targets that exist no longer, nothing is ever seen. */
const most = 1000;

const fileSchema = Type.Object({ version: Type.Literal(1), writes: Type.Array(writeSchema) });

/**
 * The writes whose outcome was unknown at the end of a run, until a later run sees that they have arrived. They are
 * those to a place, whatever the configuration calls it, and whatever is written there later.
 */
export class UnknownWrites {
  readonly #file: string;
  #writes: readonly UnknownWrite[];

  /**
   * Reads them. A file that is damaged holds none.
   *
   * @param now - milliseconds since 1970
   */
  constructor(owner: StateOwner, now: number) {
    this.#file = join(stateFolder(owner), "unknown-writes.json");
    this.#writes = readSaved(this.#file).filter(
      ({ later, time }) => later === undefined || now - Date.parse(time) < longest,
    );
  }

  /** Those to a place, in the order in which they were sent. */
  to(place: WrittenPlace): readonly UnknownWrite[] {
    return this.#writes.filter((write) => isTo(write, place));
  }

  /** Adds one, which may arrive before or after the others to the same place. */
  add(write: UnknownWrite): void {
    this.overwritten(write, write.sent);
    const others = this.#writes.filter((one) => !isTo(one, write) || one.sent !== write.sent);
    this.#writes = [...others, write].slice(-most);
  }

  /** Takes note of what was written to a place after those of which nothing was seen. */
  overwritten(place: WrittenPlace, later: string | null): void {
    this.#writes = this.#writes.map((write) => (isTo(write, place) ? { ...write, later } : write));
  }

  /** Forgets the one that has brought what a place holds, if nothing else has. */
  settle(place: WrittenPlace, held: string | null): void {
    this.#writes = this.#writes.filter((write) => !isTo(write, place) || !hasArrived(write, held));
  }

  /** Saves them as far as that is possible: what they are for is to say more in a later run. */
  save(): void {
    const writes = this.#writes;
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
}

/** Whether what a place holds is what a write sent, and not what was written after it. */
export function hasArrived({ sent, later }: UnknownWrite, held: string | null): boolean {
  return held === sent && later !== sent;
}

function isTo(one: WrittenPlace, other: WrittenPlace): boolean {
  return one.service === other.service && one.place === other.place;
}

function readSaved(file: string): readonly UnknownWrite[] {
  try {
    const saved: unknown = JSON.parse(ordinaryText(file, largestFile) ?? "null");
    return isValid(fileSchema, saved) ? saved.writes : [];
  } catch {
    return [];
  }
}
