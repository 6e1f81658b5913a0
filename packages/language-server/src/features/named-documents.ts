import type { EditorDocument } from "../documents/editor-document.ts";
import { isSameUri } from "../documents/uris.ts";
import { namesOfRule, placesOf, type Named, type NamedPlace } from "./names.ts";

export interface FoundPlace {
  readonly document: EditorDocument;
  readonly place: NamedPlace;
}

/** Documents that may name something. */
export interface NamingDocuments {
  readonly documents: readonly EditorDocument[];
  /** The URIs of others that have the name, but nobody knows which policy they are about. */
  readonly unsure: readonly string[];
}

/** Gives the policies that a document is about; of a policy, what is about it and has one of some names. */
export type Related = (uri: string, names: readonly string[]) => Promise<NamingDocuments>;

/**
 * All documents that may name something, from the one that it was found in; only rules are named in others.
 *
 * @param isNear - whether those until the first definition are enough
 */
export async function documentsWith(
  related: Related,
  document: EditorDocument,
  { kind, name, place }: Named,
  isNear = false,
): Promise<NamingDocuments> {
  const found = new Map([[document.uri, document]]);
  const unsure = new Set<string>();
  // What is about a policy is found from there, as what is about a module that its rules are in.
  const left = kind === "rule" ? [document] : [];
  for (const one of left) {
    const names = namesOfRule([...found.values()], name);
    const isDefinedIn = (other: EditorDocument): boolean =>
      placesOf(other, { kind, name }, names).some(({ isDefinition }) => isDefinition);
    if (isNear && [...found.values()].some(isDefinedIn)) break;
    const others = await related(one.uri, [...names]);
    for (const uri of others.unsure) unsure.add(uri);
    // An entry of a configuration is about one of its policies.
    const isMeant = (uri: string): boolean =>
      one !== document || place.policy === undefined || isSameUri(uri, place.policy);
    for (const other of others.documents) {
      if (found.has(other.uri) || !isMeant(other.uri)) continue;
      found.set(other.uri, other);
      if (isDefinedIn(other)) left.push(other);
    }
  }
  return { documents: [...found.values()], unsure: [...unsure] };
}

/** The places in documents where the same is named. */
export function placesIn(documents: readonly EditorDocument[], named: Named): FoundPlace[] {
  const called = named.kind === "rule" ? namesOfRule(documents, named.name) : undefined;
  return documents.flatMap((document) =>
    placesOf(document, named, called)
      .filter(
        ({ policy }) => policy === undefined || documents.some(({ uri }) => isSameUri(uri, policy)),
      )
      .map((place) => ({ document, place })),
  );
}
