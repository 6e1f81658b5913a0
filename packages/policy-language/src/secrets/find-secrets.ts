import type { Span } from "../text/positions.ts";

/** A secret in a text. */
export interface FoundSecret {
  /** A phrase that names the kind of secret: "a private key". */
  readonly what: string;
  readonly span: Span;
}

/** Finds secrets by their form alone, anywhere. */
export function findSecrets(text: string): FoundSecret[] {
  if (!hint.test(text)) return [];
  const found: FoundSecret[] = [];
  for (const { what, pattern, isReal = isNoPlaceholder } of kinds) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(secret);
      const span = { start, end: start + secret.length };
      if (isReal(secret) && !found.some((other) => overlap(other.span, span))) {
        found.push({ what, span });
      }
    }
  }
  return found;
}

// Nearly all texts contain none of these, and then the patterns need not be tried one by one.
const hint =
  /-----BEGIN|gh[pousr]_|github_pat_|glpat-|k_live_|A[KS]IA|xox|AIza|npm_|SG\.|sk-|eyJ|bearer|basic|:\/\/[^/]+@/i;

interface SecretKind {
  readonly what: string;
  /** The secret is the first group, or the whole match without a group. */
  readonly pattern: RegExp;
  readonly isReal?: (secret: string) => boolean;
}

const kinds: readonly SecretKind[] = [
  {
    what: "a private key",
    pattern:
      /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----\s{0,9}[A-Za-z\d+/]{16}[A-Za-z\d+/=\s]{0,20000}(?:-----END[A-Z ]{1,50}-----)?/g,
    isReal: () => true,
  },
  { what: "a GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z\d]{36,255}|github_pat_\w{50,255})/g },
  { what: "a GitLab token", pattern: /\bglpat-[\w-]{20,255}/g },
  { what: "a Stripe key", pattern: /\b[rs]k_live_[A-Za-z\d]{16,255}/g },
  { what: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g },
  { what: "a Slack token", pattern: /\bxox[abeoprs]-[\dA-Za-z]{1,50}-[\w-]{10,255}/g },
  { what: "a Google API key", pattern: /\bAIza[\w-]{35}/g },
  { what: "an npm token", pattern: /\bnpm_[A-Za-z\d]{36}/g },
  { what: "a SendGrid key", pattern: /\bSG\.[\w-]{20,50}\.[\w-]{30,100}/g },
  { what: "an API key", pattern: /\bsk-(?:ant-|proj-)?[\w-]{32,255}/g, isReal: looksRandom },
  { what: "a signed token", pattern: /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,5000}\.[\w-]{20,2000}/g },
  { what: "a bearer token", pattern: /\bBearer\s+([\w+/=.~-]{16,5000})/gi, isReal: looksRandom },
  {
    what: "a user with password",
    pattern: /\bBasic\s+([A-Za-z\d+/]{8,1000}={0,2})/gi,
    isReal: isBasicCredentials,
  },
  {
    what: "a user with password",
    pattern: /\b[a-z][a-z\d+.-]{0,20}:\/\/([^\s/?#:@'"]{1,100}:[^\s/?#@'"]{6,255})@/gi,
    isReal: (secret) => isNoPlaceholder(secret) && !/:pass/i.test(secret),
  },
];

function isNoPlaceholder(secret: string): boolean {
  return !isPlaceholder(secret);
}

function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Checks whether a text is a placeholder for a secret, or an example of one. */
export function isPlaceholder(text: string): boolean {
  return (
    /[<>{}…]|\.\.\.|\*{3}|(.)\1{4}/.test(text) ||
    /^\$[A-Z][A-Z\d_]*$/.test(text) ||
    /^(?:abc|def|xyz|foo|bar|baz)+\d*$/i.test(text) ||
    /example|sample|change_?-?me|your|placeholder|dummy|redacted|secret|passw|todo|insert|replace|fake|token|api_?-?key|12345|abcde|test/i.test(
      text,
    )
  );
}

function isBasicCredentials(text: string): boolean {
  const decoded = decodeBase64(text);
  const colon = decoded?.indexOf(":") ?? -1;
  if (decoded === undefined || colon < 1 || !/^[\x20-\x7e]+$/.test(decoded)) return false;
  const password = decoded.slice(colon + 1);
  return password.length >= 4 && !isPlaceholder(password) && !/^pass|^pwd/i.test(password);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// `atob` belongs to the host, not to the language.
function decodeBase64(text: string): string | undefined {
  const digits = text.replace(/={0,2}$/, "");
  if (digits.length % 4 === 1 || !/^[A-Za-z\d+/]*$/.test(digits)) return undefined;
  let bits = "";
  for (const digit of digits) bits += alphabet.indexOf(digit).toString(2).padStart(6, "0");
  const bytes = bits.match(/[01]{8}/g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Checks whether a text looks random, as keys and tokens do. */
export function looksRandom(text: string): boolean {
  if (text.length < 16 || text.length > 1000 || !/^[\w+/=.~:!#%^&*-]+$/.test(text)) return false;
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text) || isPlaceholder(text)) return false;
  return bitsPerCharacter(text) >= 3;
}

function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => {
    const share = count / text.length;
    return bits - share * Math.log2(share);
  }, 0);
}
