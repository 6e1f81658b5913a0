import type { Collection } from "../state/collection.ts";
import { invalidRequest } from "./refusal.ts";

interface ListPage<T> {
  readonly items: readonly T[];
  readonly uri: string;
  readonly next_page_uri: string | null;
}

/**
 * Returns the page of a collection that a request asks for. The contract does not show how paging works; `limit`,
 * `before_id` and newest first follow a service with this interface.
 *
 * @param largest - the maximum page size, which is also the default
 * @throws Refusal when the request asks for something else
 */
export function listPage<T extends { readonly id: string }, Shown extends T = T>(
  collection: Collection<T>,
  query: URLSearchParams,
  {
    uri,
    largest,
    shown,
  }: {
    readonly uri: string;
    readonly largest: number;
    readonly shown?: ((item: T) => item is Shown) | undefined;
  },
): ListPage<Shown> {
  const wanted = parameter(query, "limit");
  const limit = wanted === undefined ? largest : Math.min(toLimit(wanted), largest);
  const page = collection.page(limit, parameter(query, "before_id"), shown);
  if (page === undefined) {
    throw invalidRequest("before_id must be the identifier of an item of the list.");
  }
  const last = page.items.at(-1);
  const next = new URLSearchParams({ before_id: last?.id ?? "" });
  if (wanted !== undefined) next.set("limit", String(limit));
  return {
    items: page.items,
    uri,
    next_page_uri: page.more && last !== undefined ? `${uri}?${next.toString()}` : null,
  };
}

function parameter(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name);
  if (others.length > 0) throw invalidRequest(`${name} can be given only once.`);
  return value;
}

function toLimit(text: string): number {
  if (/^0*[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw invalidRequest("limit must be a whole number, at least 1.");
}
