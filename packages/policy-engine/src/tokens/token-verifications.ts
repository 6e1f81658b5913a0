import { BoundedMap } from "@traffic-policy/policy-language/internal";
import type * as Jose from "jose";
import type { JSONWebKeySet } from "jose";
import type { KeySet } from "./key-set.ts";

export type SignatureVerdict =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly reason: string }
  /** The service's behaviour for this token or these keys is not known, or this runtime cannot verify it. */
  | { readonly kind: "unknown"; readonly reason: string };

export interface SignatureQuestion {
  readonly token: string;
  readonly algorithm: string;
  /** Tried in order. */
  readonly keySets: readonly KeySet[];
}

/**
 * The signatures that have been verified, kept from one exchange to the next. The engine is synchronous
 * and verifying is not: a run asks for a verdict, is abandoned when there is none, and begins again when
 * `verify` has found it.
 */
export class TokenVerifications {
  readonly #verdicts = new BoundedMap<string, SignatureVerdict>(10_000);
  readonly #numbers = new WeakMap<KeySet, number>();
  #last = 0;

  /** Returns the verdict on a signature; undefined before it has been verified. */
  verdict(question: SignatureQuestion): SignatureVerdict | undefined {
    return this.#verdicts.get(this.#keyOf(question));
  }

  /** Verifies a signature, so that its verdict is known. */
  async verify(question: SignatureQuestion): Promise<void> {
    this.#verdicts.set(this.#keyOf(question), await verifySignature(question));
  }

  #keyOf({ token, algorithm, keySets }: SignatureQuestion): string {
    return [token, algorithm, ...keySets.map((one) => this.#numberOf(one))].join(" ");
  }

  #numberOf(keySet: KeySet): number {
    let number = this.#numbers.get(keySet);
    if (number === undefined) this.#numbers.set(keySet, (number = ++this.#last));
    return number;
  }
}

async function verifySignature(question: SignatureQuestion): Promise<SignatureVerdict> {
  const { algorithm, keySets } = question;
  // A public key is never taken for the secret of such an algorithm.
  if (algorithm.startsWith("HS")) {
    const hasSecret = keySets.some(({ keys }) => keys.some(({ kty }) => kty === "oct"));
    return hasSecret ? publishedSecret : noKey;
  }
  const jose = await import("jose");
  let last: SignatureVerdict = noKey;
  for (const keySet of keySets) {
    const verdict = await verifyWith(jose, question, keySet);
    if (verdict.kind === "valid") return verdict;
    if (verdict !== noKey && last.kind !== "unknown") last = verdict;
  }
  return last;
}

async function verifyWith(
  jose: typeof Jose,
  { token, algorithm }: SignatureQuestion,
  { keys }: KeySet,
): Promise<SignatureVerdict> {
  const options = { algorithms: [algorithm] };
  try {
    const found = jose.createLocalJWKSet({ keys } as unknown as JSONWebKeySet);
    await jose.compactVerify(token, found, options);
    return valid;
  } catch (error) {
    if (!(error instanceof jose.errors.JWKSMultipleMatchingKeys)) return verdictOf(error);
    let last: SignatureVerdict = noKey;
    // Without `kid`, several keys may be the one.
    for await (const key of error) {
      try {
        await jose.compactVerify(token, key, options);
        return valid;
      } catch (wrong) {
        last = verdictOf(wrong);
      }
    }
    return last;
  }
}

const valid: SignatureVerdict = { kind: "valid" };

const noKey: SignatureVerdict = {
  kind: "invalid",
  reason: "No key of the key sets is for it.",
};

const publishedSecret: SignatureVerdict = {
  kind: "unknown",
  reason: "whether the service takes a secret from a key set is not documented",
};

function verdictOf(error: unknown): SignatureVerdict {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  switch (code) {
    case "ERR_JWKS_NO_MATCHING_KEY":
      return noKey;
    case "ERR_JWS_SIGNATURE_VERIFICATION_FAILED":
      return { kind: "invalid", reason: "Its signature is wrong." };
    case "ERR_JWS_INVALID":
      return { kind: "invalid", reason: `It is malformed: ${message}.` };
    default:
      return { kind: "unknown", reason: message.replace(/\.$/, "") };
  }
}
