/** A file, and the holder of the policy in it that is meant. */
export interface PolicyPath {
  readonly file: string;
  /** The name after `#`: `NgrokTrafficPolicy/office`; undefined for all policies of the file. */
  readonly holder?: string;
}

/** Splits `all.yaml#NgrokTrafficPolicy/office`, whether or not there is such a file. */
export function splitPath(path: string): PolicyPath {
  const [, file = path, holder] = /^(.+\.(?:json|ya?ml))#(.+)$/i.exec(path) ?? [];
  return { file, ...(holder !== undefined && { holder }) };
}
