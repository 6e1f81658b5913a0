import type { Dialect } from "@traffic-policy/policy-language";
import type { CompiledAction, CompiledRule } from "@traffic-policy/policy-engine";
import type { Ending } from "./policy/symbolic-policy.ts";
import type { TracedOutcome } from "./witness/replay.ts";

/** Actions that end processing depending on the answer of a third party. */
const ofOthers: ReadonlySet<string> = new Set([
  "ai-gateway",
  "circuit-breaker",
  "forward-internal",
  "http-request",
]);

/**
 * True when an action lets only some requests pass, whatever the conditions of its rule are: it requires sign-in,
 * verifies content, or limits or filters requests.
 */
export function isCheck(
  { type, config }: Pick<CompiledAction, "type" | "config">,
  { actions }: Dialect,
): boolean {
  const { endsProcessing, answer } = actions.get(type) ?? {};
  const isOfClient = answer === undefined && !ofOthers.has(type);
  return isOfClient && typeof endsProcessing === "object" && config["enforce"] !== false;
}

/** True for a sign-in that lets the `OPTIONS` requests pass which browsers send first, without a session. */
export function letsPreflightsPass({ config }: Pick<CompiledAction, "config">): boolean {
  return (config["allow_cors_preflight"] ?? false) !== false;
}

/** The types of actions of a dialect that may be checks. */
export function checkTypesOf(dialect: Dialect): readonly string[] {
  return [...dialect.actions.keys()].filter((type) => isCheck({ type, config: {} }, dialect));
}

/** Checks that limit or clean what comes, whoever sends it. */
const ofAnyone: ReadonlySet<string> = new Set([
  "owasp-crs-request",
  "owasp-crs-response",
  "rate-limit",
]);

/** True for the type of a check that asks who comes: a sign-in, a token, a signature or an address. */
export function isAccessCheck(type: string): boolean {
  return !ofAnyone.has(type);
}

/** True when a request is refused, sent to a login, or stopped by a check. */
export function isRefusal({ kind, action, answer }: Ending, dialect: Dialect): boolean {
  if (action === undefined || kind === "failed" || kind === "forwarded") return false;
  return isCheck(action, dialect) || isRefusing(action, answer?.status);
}

/** False when {@link isGuardedBy} is false for every outcome. */
export function mayGuard({ actions }: CompiledRule, dialect: Dialect): boolean {
  return actions.some(
    (action) =>
      isCheck(action, dialect) || dialect.actions.get(action.type)?.endsProcessing !== "never",
  );
}

/** True when an action has run, in whatever way. */
export function hasRun(outcome: TracedOutcome, { path }: CompiledAction): boolean {
  if (!outcome.matched.some((rule) => path.startsWith(`${rule.path}/`))) return false;
  // Where nothing has ended, all actions have run, and no trace has to be made.
  return (
    outcome.directions.every(({ by }) => by === undefined) ||
    outcome.trace.rules.some(({ actions }) =>
      actions.some((action) => action.path === path && action.result !== "skipped"),
    )
  );
}

export function isGuardedBy(
  { actions }: CompiledRule,
  outcome: TracedOutcome | undefined,
  dialect: Dialect,
): boolean {
  if (outcome === undefined) return false;
  const endedBy = new Set(outcome.directions.flatMap(({ by }) => by?.path ?? []));
  return actions.some((action) => {
    if (isCheck(action, dialect)) return hasRun(outcome, action);
    return endedBy.has(action.path) && isRefusing(action, outcome.response?.status);
  });
}

function isRefusing({ type, config }: CompiledAction, status = 0): boolean {
  if (type === "deny" || type === "close-connection") return true;
  if (status >= 400 && status < 500) return true;
  const to = config["to"] ?? locationIn(config["headers"]);
  const isMoved = status >= 300 && status < 400 && config["from"] === undefined;
  return isMoved && typeof to === "string" && login.test(to);
}

function locationIn(headers: unknown): unknown {
  const found = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "location");
  return found?.[1];
}

const login = /log-?in|log-?on|sign-?in|\bauth|\bsso\b|oauth/i;
