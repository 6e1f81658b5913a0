interface NamedPolicy {
  readonly source: { readonly file: string };
  readonly environment?: string | undefined;
}

export function policyName({ source, environment }: NamedPolicy): string {
  return environment === undefined ? source.file : `${source.file} (${environment})`;
}
