import type {
  DrawnAction,
  DrawnChange,
  DrawnExpression,
  DrawnOutcome,
  DrawnRule,
} from "./drawing.ts";

/** The meaning of a colour; the text always states it, too. */
export type Look = "path" | "matched" | "ended" | "failed";

export const ruleLooks = {
  matched: "matched",
  "not-matched": "path",
  failed: "failed",
  skipped: undefined,
} as const satisfies Record<NonNullable<DrawnRule["result"]>, Look | undefined>;

/** How an action ends processing: it forwards, refuses or answers; undefined when that is not known. */
export function endLook({ ends, answer, forwardsTo, closes }: DrawnAction): Look | undefined {
  if (ends.kind === "unknown") return undefined;
  if (forwardsTo !== undefined) return "matched";
  const isRefusal = answer?.kind === "refusal" || Number(answer?.status) >= 400;
  return closes === true || isRefusal ? "failed" : "ended";
}

const changeLooks = {
  added: "matched",
  removed: "failed",
  changed: "ended",
  moved: "path",
} as const satisfies Record<DrawnChange["kinds"][number], Look>;

/** The kind of a change that gives it its colour: what is in a rule matters more than where it stands. */
export function mainKind({ kinds }: DrawnChange): DrawnChange["kinds"][number] | undefined {
  return kinds.find((kind) => kind !== "moved") ?? kinds[0];
}

export function changeLook({ change }: DrawnRule): Look | undefined {
  const kind = change && mainKind(change);
  return kind && changeLooks[kind];
}

export const outcomeLooks = {
  forwarded: "matched",
  answered: "ended",
  closed: "ended",
  failed: "failed",
} as const satisfies Record<DrawnOutcome["result"], Look>;

export const expressionSigns = {
  true: "✓",
  false: "✗",
  failed: "!",
  skipped: "·",
} as const satisfies Record<NonNullable<DrawnExpression["result"]>, string>;
