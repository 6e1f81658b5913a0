import { Type, type Static } from "@sinclair/typebox";

/** An entry of the history as its file has it, as a JSON Schema. */
export const historyEntrySchema = Type.Object({
  version: Type.Literal(1),
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
  stored: Type.Union([Type.Object({ enabled: Type.Boolean(), value: Type.String() }), Type.Null()]),
});

/** What a target held before it was written to. */
export type HistoryEntry = Static<typeof historyEntrySchema>;

/** An entry, and where it is kept. */
export interface KeptEntry extends HistoryEntry {
  /** Its time and its number. */
  readonly id: string;
  /** Which of all entries it is, in the order of keeping; 0 when an earlier version kept it. */
  readonly number: number;
  /** Absolute path. */
  readonly file: string;
}
