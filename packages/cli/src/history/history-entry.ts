import { createHash } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import type { Target } from "@traffic-policy/api";
import { isValid } from "@traffic-policy/policy-language";

const closed = { additionalProperties: false };

const fields = {
  /** The target's name. */
  target: Type.String(),
  kind: Type.Union([Type.Literal("tcp-edge"), Type.Literal("https-route")]),
  edge: Type.String(),
  route: Type.Optional(Type.String()),
  /** The service, as its base URL. */
  service: Type.String(),
  /** When it was kept: RFC 3339, in UTC. */
  time: Type.String(),
  /** When the run of the command began that kept it: the same for all that it overwrote. */
  run: Type.String(),
  /** What the target held; null for no policy. */
  stored: Type.Union([
    Type.Object({ enabled: Type.Boolean(), value: Type.String() }, closed),
    Type.Null(),
  ]),
};

const entrySchema = Type.Object(fields, closed);

/** What a target held before it was written to. */
export type HistoryEntry = Static<typeof entrySchema>;

/** An entry as its file has it, as a JSON Schema. Version 1 had no checksum. */
const savedEntrySchema = Type.Union([
  Type.Object({ version: Type.Literal(2), ...fields, checksum: Type.String() }, closed),
  Type.Object({ version: Type.Literal(1), ...fields }, closed),
]);

/** An entry, and where it is kept. */
export interface KeptEntry extends HistoryEntry {
  /** Its time and its number. */
  readonly id: string;
  /** Which of all entries it is, in the order of keeping; 0 when an earlier version kept it. */
  readonly number: number;
  /** Absolute path. */
  readonly file: string;
}

/** The text of an entry's file. */
export function entryText(entry: HistoryEntry): string {
  const saved = { version: 2, ...entry };
  return `${JSON.stringify({ ...saved, checksum: checksumOf(saved) }, undefined, 2)}\n`;
}

/** The entry in the text of its file; nothing when that is something else, or damaged. */
export function entryIn(text: string): HistoryEntry | undefined {
  const value = parsed(text);
  if (!isValid(savedEntrySchema, value)) return undefined;
  if (value.version === 1) {
    const { version: _version, ...entry } = value;
    return entry;
  }
  const { checksum, ...saved } = value;
  const { version: _version, ...entry } = saved;
  return checksum === checksumOf(saved) ? entry : undefined;
}

/** Parsing keeps the order of keys, so that what was saved is what is checked. */
function checksumOf(saved: object): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(saved)).digest("hex")}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The place that an entry is about. */
export function targetOf({ kind, edge, route = "" }: HistoryEntry): Target {
  return kind === "tcp-edge" ? { kind, edge } : { kind, edge, route };
}
