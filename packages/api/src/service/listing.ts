import type { RequestOptions } from "./operation.ts";
import { PagesSoFar, type AnyPage, type PagedList } from "./paged-list.ts";

/**
 * A list to be iterated over, item by item. Only one page is held at a time, and the next one is
 * asked for when the items before it are done with. Every iteration starts with the first page.
 *
 * @example
 * ```ts
 * for await (const edge of client.tcpEdges.list()) console.log(edge.id);
 * ```
 */
export class Listing<
  Item extends { readonly id: string },
  Page extends AnyPage,
> implements AsyncIterable<Item> {
  readonly #list: PagedList<Item, Page>;
  readonly #options: RequestOptions;

  constructor(list: PagedList<Item, Page>, options: RequestOptions) {
    this.#list = list;
    this.#options = options;
  }

  /** The items of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#list.itemsOf(page);
  }

  /**
   * The pages as the service answers them.
   *
   * @throws UnexpectedResponse, before the page is given out, when its `next_page_uri` leads to
   *   another host or to a page that was there already, when an identifier stands in it or before it
   *   already, and when too many pages in a row are empty
   */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    const before = new PagesSoFar();
    let page = await this.#list.fetch(undefined, this.#options, before);
    yield page;
    while (page.next_page_uri !== null && page.next_page_uri !== "") {
      page = await this.#list.fetch(page.next_page_uri, this.#options, before);
      yield page;
    }
  }
}
