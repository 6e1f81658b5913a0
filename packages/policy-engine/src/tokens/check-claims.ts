import type { JsonValue } from "@traffic-policy/policy-language";
import type { BehaviourOptions } from "../options.ts";
import type { Token } from "./read-token.ts";

export interface ClaimRules {
  /** The accepted issuers, compared character by character. */
  readonly issuers: readonly string[];
  /** The accepted audiences; undefined when any audience is accepted. */
  readonly audiences: readonly string[] | undefined;
}

export type TimeRules = Pick<
  BehaviourOptions,
  "tokenLeeway" | "tokenWithoutExpiry" | "tokenIssuedLater"
>;

/**
 * Returns why the claims of a token are refused, as a sentence; undefined when they are valid.
 *
 * Source: RFC 7519, section 4.1; facts/phases/behaviour.json, jwt-validation.
 *
 * @param now - in milliseconds since 1970
 */
export function wrongClaim(
  { payload }: Token,
  { issuers, audiences }: ClaimRules,
  times: TimeRules,
  now: number,
): string | undefined {
  const { iss, aud } = payload;
  if (typeof iss !== "string" || !issuers.includes(iss)) {
    return `Its issuer ${shown(iss)} is not in the list.`;
  }
  if (audiences !== undefined) {
    const own: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
    if (!own.some((one) => typeof one === "string" && audiences.includes(one))) {
      return `Its audience ${shown(aud)} is not in the list.`;
    }
  }
  return wrongTime(payload, times, now / 1000);
}

/** @param now - in seconds since 1970, as in claims */
function wrongTime(
  { exp, nbf, iat }: Token["payload"],
  { tokenLeeway: leeway, tokenWithoutExpiry, tokenIssuedLater }: TimeRules,
  now: number,
): string | undefined {
  for (const [name, time] of Object.entries({ exp, nbf, iat })) {
    if (time !== undefined && typeof time !== "number") {
      return `Its claim ${name} is ${shown(time)}, and not a time.`;
    }
  }
  if (exp === undefined && tokenWithoutExpiry === "refused") return "It has no claim exp.";
  if (typeof exp === "number" && now >= exp + leeway) return "It has expired.";
  if (typeof nbf === "number" && now < nbf - leeway) return "It is not valid yet.";
  const isLater = typeof iat === "number" && now < iat - leeway;
  return isLater && tokenIssuedLater === "refused"
    ? "It was issued later than the exchange takes place."
    : undefined;
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? "(none)" : JSON.stringify(value);
}
