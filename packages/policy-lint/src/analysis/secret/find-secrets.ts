import type { Span } from "@traffic-policy/policy-language";
import { isBasicCredentials } from "./basic-credentials.ts";
import { isPlaceholder } from "./placeholder.ts";
import { looksRandom } from "./random.ts";

/** A secret in a text. */
export interface FoundSecret {
  /** What it is, as a phrase: "a private key". */
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
  /** The secret is the first group, or all of it. */
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
