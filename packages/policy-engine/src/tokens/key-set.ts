/** A JSON Web Key Set, as the service would download it. Source: RFC 7517, section 5. */
export interface KeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}
