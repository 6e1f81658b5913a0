import contentType from "fast-content-type-parse";

/** A `content-type`, taken apart. */
export interface MediaType {
  /** In lower case, without parameters; empty when there is none. */
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Reads a `content-type`; what is none has neither type nor parameters. */
export function parseMediaType(header: string | undefined): MediaType {
  if (header === undefined) return { type: "", parameters: {} };
  const { type, parameters } = contentType.safeParse(header);
  return { type, parameters: { ...parameters } };
}
