import { interpolations } from "../expression/interpolation.ts";
import type { EndpointUrl } from "./endpoint-url.ts";

/** The URLs that a config string with interpolations can be, as far as its fixed parts tell. */
export class UrlPattern {
  /** The string with `*` in the place of each interpolation. */
  readonly text: string;
  readonly #parts: readonly string[];

  /** @param text - without a path */
  constructor(text: string) {
    const parts: string[] = [""];
    for (const part of interpolations(text).parts) {
      if (part.kind === "text") parts[parts.length - 1] += part.text.toLowerCase();
      else parts.push("");
    }
    this.#parts = parts;
    this.text = parts.join("*");
  }

  /** The scheme, where it is fixed. */
  get scheme(): string | undefined {
    return /^([a-z]+):\/\//.exec(this.#parts[0] ?? "")?.[1];
  }

  /** True when the host is fixed up to its end, and is none of an internal endpoint. */
  get isElsewhere(): boolean {
    const [end = ""] = (this.#parts.at(-1) ?? "").split(":");
    return end !== "" && !end.endsWith(".internal") && !".internal".endsWith(end);
  }

  /** True when all URLs that it can be have an internal host. */
  get isInternal(): boolean {
    return /\.internal(?::\d+)?$/.test(this.#parts.at(-1) ?? "");
  }

  /** Checks whether an endpoint has one of the URLs. */
  matches({ scheme, host, port }: EndpointUrl): boolean {
    if (host.startsWith("*.")) return this.#meets(scheme, host.slice(1));
    return [`${scheme}://${host}`, `${scheme}://${host}:${port}`].some((url) => this.#fits(url));
  }

  #fits(url: string): boolean {
    const [first = "", ...others] = this.#parts;
    const last = others.pop();
    if (last === undefined) return url === first;
    if (!url.startsWith(first) || !url.endsWith(last)) return false;
    const end = url.length - last.length;
    let from = first.length;
    for (const part of others) {
      const at = url.indexOf(part, from);
      if (at === -1) return false;
      from = at + part.length;
    }
    return from <= end;
  }

  /** True when it can be a host below a wildcard. */
  #meets(scheme: string, suffix: string): boolean {
    const [end = ""] = (this.#parts.at(-1) ?? "").split(":");
    const isScheme = this.scheme === undefined || this.scheme === scheme;
    return isScheme && (end.endsWith(suffix) || suffix.endsWith(end));
  }
}

const schemeEnd = /^[^/?#]*?:\/\//;

/** Splits a URL with interpolations behind its host and port. */
export function splitTarget(text: string): { readonly target: string; readonly rest: string } {
  let hasScheme = false;
  for (const part of interpolations(text).parts) {
    if (part.kind !== "text") continue;
    const { start } = part.span;
    const scheme: RegExpExecArray | null = hasScheme ? null : schemeEnd.exec(part.text);
    const from = scheme?.[0].length ?? 0;
    hasScheme ||= scheme !== null;
    const at = part.text.slice(from).search(/[/?#]/);
    if (at === -1) continue;
    const end = start + from + at;
    return { target: text.slice(0, end), rest: text.slice(end) };
  }
  return { target: text, rest: "" };
}
