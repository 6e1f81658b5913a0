/** A file, and the holder of the policy in it that is meant. */
export interface PolicyPath {
  readonly file: string;
  /** The name after `#`: `NgrokTrafficPolicy/office`; undefined for all policies of the file. */
  readonly holder?: string;
}

/** Splits `all.yaml#NgrokTrafficPolicy/office`. */
export function splitPolicyPath(path: string): PolicyPath {
  const [, file, holder] = /^(.+\.(?:json|ya?ml))#(.+)$/i.exec(path) ?? [];
  return file === undefined || holder === undefined ? { file: path } : { file, holder };
}
