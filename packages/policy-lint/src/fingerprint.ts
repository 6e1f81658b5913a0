import type { Diagnostic } from "@traffic-policy/policy-language";

/** What a finding is known by when lines and rules have moved. */
export interface Fingerprint {
  readonly rule: string;
  /** The path with `*` for each place in a list. */
  readonly path: string;
  readonly message: string;
}

/** What a finding is known by in its file; equal ones differ only by their number. */
export function fingerprint({ rule, path, message }: Diagnostic): Fingerprint {
  return { rule, path: path.replaceAll(/\/\d+(?=\/|$)/g, "/*"), message };
}
