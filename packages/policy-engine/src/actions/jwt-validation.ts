import { ownMember } from "@traffic-policy/policy-language/internal";
import { next, type ActionEffect } from "../action/effect.ts";
import type { Effect } from "../action/prepared-action.ts";
import { refusal } from "../action/refusal.ts";
import type { PlainValue } from "../expression/plain-value.ts";
import { Unanswered } from "../run/unanswered.ts";
import type { Run } from "../run/run.ts";
import { wrongClaim, type ClaimRules } from "../tokens/check-claims.ts";
import { findToken, type TokenPlace } from "../tokens/find-token.ts";
import type { KeySet } from "../tokens/key-set.ts";
import { readToken, type Token } from "../tokens/read-token.ts";
import { readTokenConfig, type TokenConfig, type TokenRule } from "../tokens/token-config.ts";

const jwtValidation: ActionEffect = (config) => {
  const read = readTokenConfig(config);
  return (run) => {
    const { request } = run;
    if (read === undefined || request === undefined) {
      return { kind: "not-simulated" };
    }
    const urls = read.keySetUrls(run);
    run.checkKnown(urls);
    const usesBody = read.tokens.some((one) => one.place(run).method === "body");
    const body = usesBody && request.hasBody ? run.bodyOf(request) : undefined;
    if (body !== undefined && "missing" in body) {
      return notSimulated(`The token is in the body of the request, which ${body.missing}.`);
    }
    const keySets = urls.map((url) => [url, ownMember(run.options.keySets, url)] as const);
    return validate(run, read, keySets);
  };
};

export default jwtValidation;

function notSimulated(message: string): Effect {
  return { kind: "not-simulated", message };
}

/** Checks tokens in order and stops at the first that is missing or wrong. */
function validate(run: Run, config: TokenConfig, keySets: GivenKeySets): Effect {
  const claims = config.claims(run);
  const seen: PlainValue[] = [];
  for (const rule of config.tokens) {
    const place = rule.place(run);
    run.checkKnown(
      place.method === "header"
        ? run.request?.headers.get(place.name.toLowerCase())
        : run.request?.body,
    );
    const checked = check(run, rule, place, { ...config, keySets, rules: claims });
    if (checked.kind === "unknown") {
      return notSimulated(checked.reason);
    }
    const isValid = checked.kind === "valid";
    if (checked.token !== undefined) run.checkKnown(claims);
    if (checked.token !== undefined) seen.push(resultOf(checked.token, place, isValid));
    if (isValid) continue;
    leave(run, seen, checked.code, checked.reason);
    return refusal(checked.status, codeOf[checked.status], checked.reason);
  }
  leave(run, seen, "", "");
  return next;
}

type GivenKeySets = readonly (readonly [url: string, keySet: KeySet | undefined])[];

type Checked =
  | { readonly kind: "valid"; readonly token: Token }
  | { readonly kind: "unknown"; readonly reason: string }
  | {
      readonly kind: "refused";
      readonly status: 401 | 403;
      readonly code: string;
      readonly reason: string;
      readonly token?: Token;
    };

const codeOf = { 401: "ERR_NGROK_3401", 403: "ERR_NGROK_3403" } as const;

interface Accepted {
  readonly algorithms: readonly string[];
  readonly keySets: GivenKeySets;
  readonly rules: ClaimRules;
}

function check(run: Run, { type }: TokenRule, place: TokenPlace, accepted: Accepted): Checked {
  const { options, request } = run;
  const status = options.invalidTokenStatus;
  const found = request && findToken(request, place);
  if (found === undefined) return notVerified("there is no request");
  if (!found.ok) return { ...found, kind: "refused", status: 401 };
  const token = readToken(found.text);
  if (token === undefined) {
    const reason = "The token is malformed.";
    return { kind: "refused", status, code: "ERR_NGROK_3416", reason };
  }
  const refused = (reason: string): Checked => ({
    kind: "refused",
    status,
    code: codeOf[status],
    reason: `The token is refused. ${reason}`,
    token,
  });
  const wrong = wrongHeader(token, type, accepted.algorithms);
  if (wrong !== undefined) return refused(wrong);
  const missing = accepted.keySets.find(([, keySet]) => keySet === undefined);
  if (missing !== undefined) {
    const reason = `The keys at ${missing[0]} are not known; give them as a key set.`;
    return { kind: "unknown", reason };
  }
  const keySets = accepted.keySets.map(([, keySet]) => keySet as KeySet);
  const question = { token: token.text, algorithm: String(token.header["alg"]), keySets };
  const { tokens } = options;
  if (tokens === undefined) {
    return notVerified("that takes a simulation that is asynchronous");
  }
  const verdict = tokens.verdict(question);
  if (verdict === undefined) {
    throw new Unanswered("It is not known yet whether the signature of a token is right.", () =>
      tokens.verify(question),
    );
  }
  if (verdict.kind === "unknown") return notVerified(verdict.reason);
  if (verdict.kind === "invalid") return refused(verdict.reason);
  const claim = wrongClaim(token, accepted.rules, options, run.now);
  return claim === undefined ? { kind: "valid", token } : refused(claim);
}

function notVerified(why: string): Checked {
  return { kind: "unknown", reason: `The token is not verified: ${why}.` };
}

function wrongHeader(
  { header: { alg, typ, crit } }: Token,
  type: string,
  algorithms: readonly string[],
): string | undefined {
  if (typeof alg !== "string" || alg.toLowerCase() === "none" || !algorithms.includes(alg)) {
    return `Its algorithm ${JSON.stringify(alg ?? null)} is not allowed.`;
  }
  // Source: RFC 7515, section 4.1.11. The one extension that libraries know is not for such tokens.
  if (crit !== undefined) return "Its header demands an extension.";
  // Source: RFC 9068, section 4. For other types, it is not documented whether `typ` is looked at.
  if (type !== "at+jwt" && type !== "it+jwt") return undefined;
  const own = typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : undefined;
  return own === type ? undefined : `Its header does not say that it is of the type ${type}.`;
}

function resultOf(
  { header, payload, signature }: Token,
  { method, name }: TokenPlace,
  verified: boolean,
): PlainValue {
  return {
    header: header as PlainValue,
    location: method,
    location_property: name,
    payload: payload as PlainValue,
    signature,
    verified,
  };
}

function leave(run: Run, tokens: readonly PlainValue[], code: string, message: string): void {
  run.leave({
    "actions.ngrok.jwt_validation.tokens": tokens,
    "actions.ngrok.jwt_validation.error.code": code,
    "actions.ngrok.jwt_validation.error.message": message,
  });
}
