/** A part of an exchange that rules change. Two are the same when their keys are. */
export interface Part {
  /** `req.headers:x-id`, `req.url`, `vars.tier`; `res` for all of the response. */
  readonly key: string;
  /** The namespace of the variables that read it. */
  readonly of: string;
  /** The name of the header that it is, in lower case. */
  readonly header?: string;
}

export interface HeaderPart extends Part {
  readonly of: "req" | "res";
  readonly header: string;
}

export function headerPart(of: HeaderPart["of"], header: string): HeaderPart {
  return { key: `${of}.headers:${header}`, of, header };
}

/** What a variable or all of a namespace stands for. */
export function variablePart(key: string): Part {
  const [of = key] = key.split(".", 1);
  return { key, of };
}
