interface NamedPolicy {
  readonly source: { readonly file: string };
  readonly environment?: string | undefined;
}

/** A policy as it is called: its file, and the environment where it differs. */
export function policyName({ source, environment }: NamedPolicy): string {
  return environment === undefined ? source.file : `${source.file} (${environment})`;
}
