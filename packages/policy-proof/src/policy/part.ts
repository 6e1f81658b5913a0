/** A part of an exchange that rules change. Equal keys mean the same part. */
export interface Part {
  /** For example `req.headers:x-id`, `req.url`, `vars.tier`; `res` is the whole response. */
  readonly key: string;
  readonly of: string;
  /** The name of the header, in lower case. */
  readonly header?: string;
}

export interface HeaderPart extends Part {
  readonly of: "req" | "res";
  readonly header: string;
}

export function headerPart(of: HeaderPart["of"], header: string): HeaderPart {
  return { key: `${of}.headers:${header}`, of, header };
}

export function variablePart(key: string): Part {
  const [of = key] = key.split(".", 1);
  return { key, of };
}
