import {
  constants,
  createHmac,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";

// Tokens that are signed without the library that verifies them.

/** A pair of keys, and the public one as a key set has it. */
export interface SigningKey {
  readonly algorithm: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
}

/** A new pair for an algorithm: `RS256`, `PS256`, `ES256`, `ES384`, `EdDSA`. */
export function signingKey(algorithm: string, kid?: string): SigningKey {
  const pair =
    algorithm === "EdDSA"
      ? generateKeyPairSync("ed25519")
      : algorithm.startsWith("ES")
        ? generateKeyPairSync("ec", { namedCurve: algorithm === "ES384" ? "P-384" : "P-256" })
        : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk: JsonWebKey = pair.publicKey.export({ format: "jwk" });
  return { algorithm, ...pair, jwk: { ...jwk, ...(kid !== undefined && { kid }) } };
}

/** The bytes or the JSON of a value, as base64url text. */
export function encoded(value: unknown): string {
  const bytes = value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value));
  return Buffer.from(bytes).toString("base64url");
}

/** A token in compact form, signed with a private key. */
export function signedToken(
  { algorithm, privateKey }: SigningKey,
  payload: object,
  header: object = {},
): string {
  const input = `${encoded({ alg: algorithm, ...header })}.${encoded(payload)}`;
  const hash = algorithm === "EdDSA" ? null : `sha${algorithm.slice(-3)}`;
  const signature = sign(hash, Buffer.from(input), {
    key: privateKey,
    dsaEncoding: "ieee-p1363",
    ...(algorithm.startsWith("PS") && {
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }),
  });
  return `${input}.${encoded(signature)}`;
}

/** A token that is signed with a secret, by HMAC. */
export function secretToken(
  secret: string | Uint8Array,
  payload: object,
  header: object = {},
): string {
  const input = `${encoded({ alg: "HS256", ...header })}.${encoded(payload)}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}
