import { percentDecode, percentEncode } from "./percent.ts";

/** The fields of Go's `url.URL`, in lower case, without user and password. */
export interface GoUrl {
  readonly scheme: string;
  readonly opaque: string;
  readonly host: string;
  readonly path: string;
  readonly rawpath: string;
  readonly omithost: boolean;
  readonly forcequery: boolean;
  readonly rawquery: string;
  readonly fragment: string;
  readonly rawfragment: string;
}

/**
 * Parses a URL as Go's `url.Parse` does, which reads nearly every text as a path.
 *
 * Source: the package `net/url` of Go.
 *
 * @throws Error for a text that Go refuses
 */
export function parseGoUrl(text: string): GoUrl {
  const [before, afterHash] = cut(text, "#");
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(before)) throw new Error("A URL has no control characters.");
  const fragment = decoded(afterHash, /[A-Za-z0-9._~$&+,/:;=?@!()*-]/);
  const rest = { fragment: fragment.value, rawfragment: fragment.raw };
  if (before === "*") return { ...nothing, ...rest, path: "*" };
  const [scheme, afterScheme] = schemeOf(before);
  const forcequery =
    afterScheme.endsWith("?") && afterScheme.indexOf("?") === afterScheme.length - 1;
  const [hierarchy, rawquery] = cut(afterScheme, "?");
  const known = { ...nothing, ...rest, scheme, forcequery, rawquery };
  if (!hierarchy.startsWith("/")) {
    if (scheme !== "") return { ...known, opaque: hierarchy };
    if (cut(hierarchy, "/")[0].includes(":")) {
      throw new Error("The first segment of a path cannot contain a colon.");
    }
  }
  const hasAuthority =
    hierarchy.startsWith("//") && (scheme !== "" || !hierarchy.startsWith("///"));
  const slash = hasAuthority ? hierarchy.indexOf("/", 2) : 0;
  const pathStart = slash < 0 ? hierarchy.length : slash;
  const path = decoded(hierarchy.slice(pathStart), /[A-Za-z0-9._~$&+,/:;=@-]/);
  return {
    ...known,
    host: hasAuthority ? hostOf(hierarchy.slice(2, pathStart)) : "",
    path: path.value,
    rawpath: path.raw,
    omithost: !hasAuthority && scheme !== "",
  };
}

const nothing: GoUrl = {
  scheme: "",
  opaque: "",
  host: "",
  path: "",
  rawpath: "",
  omithost: false,
  forcequery: false,
  rawquery: "",
  fragment: "",
  rawfragment: "",
};

function cut(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

function schemeOf(text: string): [scheme: string, rest: string] {
  if (text.startsWith(":")) throw new Error("The scheme of the URL is missing.");
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1];
  return scheme === undefined ? ["", text] : [scheme.toLowerCase(), text.slice(scheme.length + 1)];
}

/** Decodes a part. `raw` is the written form when it differs from how Go would write the part. */
function decoded(text: string, plain: RegExp): { readonly value: string; readonly raw: string } {
  const value = percentDecode(text);
  return { value, raw: percentEncode(value, plain) === text ? "" : text };
}

function hostOf(authority: string): string {
  const at = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(at, 0));
  if (!/^[A-Za-z0-9._:~!$&'()*+,;=%@-]*$/.test(user)) {
    throw new Error("The user of the URL has a character that must be escaped.");
  }
  percentDecode(user);
  const host = authority.slice(at + 1);
  const bracket = host.startsWith("[") ? host.lastIndexOf("]") : undefined;
  if (bracket === -1) throw new Error("The host of the URL lacks a closing bracket.");
  const colon = bracket === undefined ? host.lastIndexOf(":") : bracket + 1;
  const port = colon < 0 ? "" : host.slice(colon);
  if (!/^(?::\d*)?$/.test(port)) throw new Error(`'${port}' is not a port after a host.`);
  const zone = bracket === undefined ? -1 : host.slice(0, bracket).indexOf("%25");
  if (zone < 0) return hostText(host);
  // An address with a zone is the only host with escapes of characters of ASCII.
  return (
    hostText(host.slice(0, zone)) +
    zoneText(host.slice(zone, bracket)) +
    hostText(host.slice(bracket))
  );
}

const notInHost = /[^A-Za-z0-9._~!$&'()*+,;=:[\]<>"%\u0080-\u{10ffff}-]/u;

function hostText(text: string): string {
  const wrong = notInHost.exec(text)?.[0] ?? /%(?!25)[0-7][0-9A-Fa-f]/.exec(text)?.[0];
  if (wrong !== undefined) throw new Error(`The host of the URL cannot contain '${wrong}'.`);
  return percentDecode(text);
}

function zoneText(text: string): string {
  const wrong = /[^A-Za-z0-9._~!$&'()*+,;=:[\]<>"%\u0080-\u{10ffff}-]/u.exec(text)?.[0];
  if (wrong !== undefined) throw new Error(`The zone of the host cannot contain '${wrong}'.`);
  const zone = percentDecode(text);
  const inside = notInHost.exec(zone.replaceAll(/[ %]/g, ""))?.[0];
  if (inside !== undefined) throw new Error(`The zone of the host cannot contain '${inside}'.`);
  return zone;
}
