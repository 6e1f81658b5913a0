import type { RequestOptions } from "./operation.ts";
import type { AnyPage, PagedList } from "./paged-list.ts";

/**
 * A list to be iterated over, item by item. Only one page is held at a time, and the next one is
 * asked for when the items before it are done with. Every iteration starts with the first page.
 *
 * @example
 * ```ts
 * for await (const edge of client.tcpEdges.list()) console.log(edge.id);
 * ```
 */
export class Listing<Item, Page extends AnyPage> implements AsyncIterable<Item> {
  readonly #list: PagedList<Page>;
  readonly #itemsOf: (page: Page) => readonly Item[];
  readonly #options: RequestOptions;

  constructor(
    list: PagedList<Page>,
    itemsOf: (page: Page) => readonly Item[],
    options: RequestOptions,
  ) {
    this.#list = list;
    this.#itemsOf = itemsOf;
    this.#options = options;
  }

  /** The items of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }

  /**
   * The pages as the service answers them.
   *
   * @throws UnexpectedResponse, before the page is given out, when its `next_page_uri` leads to
   *   another host or to a page that was there already
   */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    const seen = new Set<string>();
    let page = await this.#list.fetch(undefined, this.#options, seen);
    yield page;
    while (page.next_page_uri !== null && page.next_page_uri !== "") {
      page = await this.#list.fetch(page.next_page_uri, this.#options, seen);
      yield page;
    }
  }
}
