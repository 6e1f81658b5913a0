import { toPointer } from "../../../json-pointer.ts";
import { isJsonObject, isList, type JsonValue } from "../../../json-value.ts";
import { isInternalHost, parseEndpointUrl, type EndpointUrl } from "../../../site/endpoint-url.ts";
import type { Binding, SiteEndpoint } from "../../../site/site.ts";
import { shortened, urlToPrint } from "../../../text/shown.ts";
import type { Holder } from "../holder.ts";

/** The place of the policy of an endpoint, seen from the document that has the endpoint. */
export type WrittenPolicy =
  | { readonly kind: "here"; readonly root: string }
  | { readonly kind: "resource"; readonly name: string; readonly namespace?: string | undefined }
  | { readonly kind: "file"; readonly name: string }
  | {
      readonly kind: "unread";
      readonly reason: string;
      /** The file with a part of it. */
      readonly file?: string;
    };

/** An endpoint as a document has it. */
export interface WrittenEndpoint extends Pick<
  SiteEndpoint,
  "url" | "binding" | "kind" | "isPooled" | "upstream"
> {
  readonly holder: Holder;
  /** JSON Pointer to its URL. */
  readonly path: string;
  readonly policy?: WrittenPolicy | undefined;
}

/** Something in a document that is an endpoint, or becomes one, and of which too little is known. */
export interface UnknownEndpoint {
  /** Undefined for a whole document. */
  readonly holder?: Holder;
  /** Why, in a few words behind its name: `the service chooses its address`. */
  readonly reason: string;
  /** True for what is no endpoint of a site: an edge, what is behind one, or a route of another controller. */
  readonly isOutside?: true;
}

/** The endpoints of a document. */
export interface WrittenEndpoints {
  readonly endpoints: readonly WrittenEndpoint[];
  readonly unknown: readonly UnknownEndpoint[];
}

/** The properties of an endpoint, as a document has them. */
interface Saying extends Omit<WrittenEndpoint, "url" | "binding"> {
  readonly url: JsonValue | undefined;
  readonly bindings?: JsonValue | undefined;
}

/** Makes an endpoint of what a document says of it, or the reason why not. */
export function endpointOf({ url: given, bindings, ...others }: Saying): WrittenEndpoints {
  const { holder } = others;
  const url = urlOf(given);
  if (typeof url === "string") return { endpoints: [], unknown: [{ holder, reason: url }] };
  const binding = bindingOf(bindings, url);
  if (binding === undefined) {
    const reason = `the binding ${shortened(JSON.stringify(bindings))} is not known`;
    return { endpoints: [], unknown: [{ holder, reason }] };
  }
  const isSeveral = isList(bindings) && bindings.length > 1;
  const reason = "it has several bindings, of which only the first is read";
  return {
    endpoints: [{ ...others, url, binding }],
    unknown: isSeveral ? [{ holder, reason }] : [],
  };
}

/** The policy at a key of an endpoint, which is an object; undefined where nothing is written. */
export function policyAtKey(
  value: JsonValue | undefined,
  path: readonly string[],
): WrittenPolicy | undefined {
  if (isJsonObject(value)) return { kind: "here", root: toPointer(path) };
  if (!isWritten(value)) return undefined;
  return typeof value === "string"
    ? { kind: "unread", reason: "written as a text, which is not read" }
    : { kind: "unread", reason: "not written as an object, and not read" };
}

/** A policy at a key that is none for policies there. */
export function atUnknownKey(key: string): WrittenPolicy {
  return { kind: "unread", reason: `at its key "${shortened(key)}", where none is read` };
}

export function isWritten(value: JsonValue | undefined): boolean {
  const isBlank = typeof value === "string" && value.trim() === "";
  return value !== undefined && value !== null && !isBlank;
}

/** Parses what is written as the URL of an endpoint, or gives the reason why it is none. */
function urlOf(given: JsonValue | undefined): EndpointUrl | string {
  if (given !== undefined && given !== null && typeof given !== "string") {
    return "its URL is not a text";
  }
  const text = given?.trim() ?? "";
  if (/^(?:[a-z]+:\/\/)?$/i.test(text)) return "the service chooses its address";
  // A host alone is one for https. Source: "url" of AgentEndpoint, and of the configuration of agents.
  const url = parseEndpointUrl(text.includes("://") ? text : `https://${text}`);
  return url ?? `"${shortened(urlToPrint(text))}" is not the URL of an endpoint`;
}

/** Determines the binding; undefined for one that is not known. Source: facts/phases/site.md. */
function bindingOf(bindings: JsonValue | undefined, { host }: EndpointUrl): Binding | undefined {
  const [first] = isList(bindings) ? bindings : [bindings ?? undefined];
  if (first === undefined) return isInternalHost(host) ? "internal" : "public";
  if (first === "public" || first === "internal" || first === "kubernetes") return first;
  return typeof first === "string" && first.startsWith("k8s/") ? "kubernetes" : undefined;
}

/** Says of a whole document that has endpoints why none of them is read, or not all. */
export function unknownDocument(reason: string): WrittenEndpoints {
  return { endpoints: [], unknown: [{ reason }] };
}

export function together(all: readonly WrittenEndpoints[]): WrittenEndpoints {
  return {
    endpoints: all.flatMap(({ endpoints }) => endpoints),
    unknown: all.flatMap(({ unknown }) => unknown),
  };
}
