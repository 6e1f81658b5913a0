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
});

/** A write of which it is not known whether the service carried it out. */
export type UnknownWrite = Static<typeof writeSchema>;

const fileSchema = Type.Object({ version: Type.Literal(1), writes: Type.Array(writeSchema) });

/** The writes whose outcome was unknown at the end of a run, until a later run sees what became of them. */
export class UnknownWrites {
  readonly #file: string;
  readonly #writes: Map<string, UnknownWrite>;

  /** Reads them. A file that is damaged holds none. */
  constructor(owner: StateOwner) {
    this.#file = join(stateFolder(owner), "unknown-writes.json");
    this.#writes = new Map(readSaved(this.#file).map((write) => [write.target, write]));
  }

  /** The one to a target, if its outcome is unknown. */
  to({ target, service, place }: Pick<UnknownWrite, "target" | "service" | "place">) {
    const write = this.#writes.get(target);
    return write?.service === service && write.place === place ? write : undefined;
  }

  add(write: UnknownWrite): void {
    this.#writes.set(write.target, write);
  }

  /** Forgets the one to a target, because it is known what became of it. */
  settle(target: string): void {
    this.#writes.delete(target);
  }

  /** Saves them as far as that is possible: what they are for is to say more in a later run. */
  save(): void {
    const writes = [...this.#writes.values()];
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

function readSaved(file: string): readonly UnknownWrite[] {
  try {
    const saved: unknown = JSON.parse(ordinaryText(file, largestFile) ?? "null");
    return isValid(fileSchema, saved) ? saved.writes : [];
  } catch {
    return [];
  }
}
