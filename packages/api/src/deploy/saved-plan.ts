import { createHash } from "node:crypto";
import { Type, type Static } from "@sinclair/typebox";
import { isJsonObject, type JsonObject, type JsonValue } from "@traffic-policy/policy-language";
import {
  nullable,
  trafficPolicyModuleSchema,
  type TrafficPolicyModule,
} from "@traffic-policy/policy-language/service";
import { findFault } from "../fault.ts";
import { DeploymentError } from "./deployment-error.ts";
import { planTarget } from "./plan-target.ts";
import type { Plan, PlannedTarget, WantedPolicy } from "./plan.ts";

/** A plan that was saved, and what it is about. */
export interface SavedPlan {
  /** The service, as its base URL. */
  readonly service: string;
  /** When it was made: RFC 3339. */
  readonly time: string;
  readonly plan: Plan;
  /** Additional data that the maker of the plan stores with it. This package ignores it. */
  readonly about: JsonObject;
}

/** Thrown for data that is not a saved plan, or a plan that this version cannot apply. */
export class InvalidSavedPlan extends Error {
  override readonly name = "InvalidSavedPlan";
  /** One sentence: what to do. */
  readonly help = "Make a new plan.";
}

const version = 3;

const closed = { additionalProperties: false };
const oneOf = <const T extends string>(...texts: readonly T[]) =>
  Type.Union(texts.map((text) => Type.Literal(text)));

const targetSchema = Type.Union([
  Type.Object({ kind: Type.Literal("tcp-edge"), edge: Type.String() }, closed),
  Type.Object(
    { kind: Type.Literal("https-route"), edge: Type.String(), route: Type.String() },
    closed,
  ),
  Type.Object({ kind: Type.Literal("cloud-endpoint"), endpoint: Type.String() }, closed),
]);

const changeSchema = Type.Object(
  {
    kind: oneOf("added", "removed", "moved", "changed", "enabled"),
    path: Type.String(),
    rule: Type.Optional(Type.String()),
    before: Type.Optional(Type.Unknown()),
    after: Type.Optional(Type.Unknown()),
  },
  closed,
);

const plannedSchema = Type.Object(
  {
    name: Type.String(),
    target: targetSchema,
    service: Type.Optional(Type.String()),
    local: nullable(trafficPolicyModuleSchema),
    action: oneOf("create", "change", "enable", "disable", "remove", "unchanged"),
    state: oneOf("identical", "equivalent", "different", "absent"),
    changes: Type.Array(changeSchema),
    note: Type.Optional(Type.String()),
    checksum: nullable(Type.String()),
    stored: Type.Optional(trafficPolicyModuleSchema),
  },
  closed,
);

const savedPlanSchema = Type.Object(
  {
    version: Type.Literal(version),
    service: Type.String(),
    time: Type.String(),
    checksum: Type.String(),
    about: Type.Unsafe<JsonObject>({ type: "object" }),
    targets: Type.Array(plannedSchema),
  },
  closed,
);

/**
 * A plan as JSON, to be applied later; `serialize` writes it. Targets that could not be read have no
 * place in it. Its checksum is over all of it but the way it is written: it shows an edit by mistake, and
 * protects against nobody who makes a new one.
 *
 * @param saved - the service's base URL, the time as RFC 3339, and what is kept with it
 */
export function toSavedPlan(
  { targets }: Pick<Plan, "targets">,
  { service, time, about = {} }: Pick<SavedPlan, "service" | "time"> & Partial<SavedPlan>,
): JsonValue {
  const saved = targets.map((planned) => {
    const { name, target, service: own, action, state, changes, note, stored } = planned;
    const { local = null, checksum = null } = planned;
    const optional = {
      ...(own !== undefined && { service: own }),
      ...(note !== undefined && { note }),
      ...(stored && { stored }),
    };
    return { name, target, action, state, changes, local, checksum, ...optional };
  });
  const plan = { version, service, time, about, targets: saved as unknown as readonly JsonValue[] };
  return { version, service, time, checksum: checksumOf(plan), about, targets: plan.targets };
}

/**
 * Reads a plan that was saved. What it does is found out again from the policies in it, so that it
 * cannot say one thing and do another.
 *
 * @param value - the JSON value, as parsed
 * @throws InvalidSavedPlan for what is not a plan of this version, was edited since, or does not fit
 *   together
 */
export function readSavedPlan(value: unknown): SavedPlan {
  const given = typeof value === "object" && value !== null && "version" in value && value.version;
  if (typeof given === "number" && given !== version) {
    throw new InvalidSavedPlan(
      `The saved plan has version ${given}, but this program supports version ${version}.`,
    );
  }
  const fault = findFault(savedPlanSchema, value);
  if (fault !== undefined) throw new InvalidSavedPlan(`This is not a saved plan: ${fault.what}.`);
  const { checksum, ...plan } = value as Static<typeof savedPlanSchema>;
  if (checksum !== checksumOf(plan)) {
    throw new InvalidSavedPlan("The saved plan was edited: its checksum does not match.");
  }
  const { service, time, about, targets } = plan;
  return { service, time, about, plan: { targets: targets.map(toPlanned), unread: [] } };
}

function toPlanned(saved: Static<typeof plannedSchema>): PlannedTarget {
  const { name, target, service, action, state, note, stored } = saved;
  const where = { name, target, ...(service !== undefined && { service }) };
  const local = saved.local ?? undefined;
  const checksum = saved.checksum ?? undefined;
  if (action === "unchanged") {
    const changes = saved.changes as PlannedTarget["changes"];
    const noted = note === undefined ? {} : { note };
    return { ...where, local, action, state, changes, ...noted, checksum, readAgain: true };
  }
  const planned = replan({ ...where, local }, stored);
  if (planned.action !== action || planned.checksum !== checksum) {
    throw new InvalidSavedPlan(`The saved plan is inconsistent for "${name}".`);
  }
  return planned;
}

function replan(wanted: WantedPolicy, stored: TrafficPolicyModule | undefined): PlannedTarget {
  try {
    return planTarget(wanted, stored, { anyValue: true });
  } catch (cause) {
    if (!(cause instanceof DeploymentError)) throw cause;
    throw new InvalidSavedPlan(
      `"${wanted.name}" of the saved plan cannot be planned. ${cause.message}`,
      { cause },
    );
  }
}

/** Computes a checksum of all parts of a plan, independent of key order and white space. */
function checksumOf({
  version: ofVersion,
  service,
  time,
  about,
  targets,
}: Pick<SavedPlan, "service" | "time" | "about"> & {
  readonly version: number;
  readonly targets: readonly unknown[];
}): string {
  const hash = createHash("sha256");
  for (const part of [ofVersion, service, time, about, ...targets]) {
    hash.update(`${plainText(part)}\n`);
  }
  return `sha256:${hash.digest("hex")}`;
}

/**
 * Normalizes key order and drops digits that no double holds, because a program that parses the plan may lose them.
 */
function plainText(value: unknown): string {
  return JSON.stringify(value, (_key, part: JsonValue) => {
    if (isJsonObject(part)) {
      return Object.fromEntries(
        Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      );
    }
    const isNumber = typeof part === "object" && part !== null && !Array.isArray(part);
    return isNumber ? Number(String(part)) : part;
  });
}
