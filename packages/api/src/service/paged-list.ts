import type { TSchema } from "@sinclair/typebox";
import { shortened } from "@traffic-policy/policy-language/internal";
import type { RequestOptions, Operation, OperationTemplate } from "../operation.ts";
import { notSent, UnexpectedResponse, type Request } from "../errors/service-error.ts";
import type { Connection } from "../transport/connection.ts";

/**
 * An async iterable list. Holds a single page at a time, and requests the next page only after the previous items are
 * consumed. Every iteration starts with the first page.
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

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#list.itemsOf(page);
  }

  /**
   * Yields the pages as the service answers them.
   *
   * @throws UnexpectedResponse, before the page is yielded, when its `next_page_uri` leads to another host or to an
   *   earlier page, when it repeats an identifier of itself or an earlier page, or when too many pages in a row are
   *   empty
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

export interface AnyPage {
  readonly next_page_uri: string | null;
}

/** Tracks the pages of a list, to detect loops and duplicates. */
export class PagesSoFar {
  readonly urls = new Set<string>();
  readonly identifiers = new Set<string>();
  empty = 0;
}

/** More consecutive pages without an item count as a list that never ends. */
const mostEmpty = 10;

/**
 * A list that the service answers in pages. The format of the next page's URI is undocumented: any URI on the
 * service's own host is accepted, also a relative URI; an empty URI means no next page.
 */
export class PagedList<Item extends { readonly id: string }, Page extends AnyPage> {
  readonly #connection: Connection;
  readonly #template: OperationTemplate;
  readonly #schema: TSchema & { static: Page };
  readonly #field: keyof Page & string;
  readonly #url: URL;

  constructor(
    connection: Connection,
    template: OperationTemplate,
    schema: TSchema & { static: Page },
    field: keyof Page & string,
  ) {
    this.#connection = connection;
    this.#template = template;
    this.#schema = schema;
    this.#field = field;
    this.#url = new URL(connection.baseUrl + template.path);
  }

  itemsOf(page: Page): readonly Item[] {
    return page[this.#field] as readonly Item[];
  }

  /**
   * Gets a page.
   *
   * @param uri - location of the page; omit it for the first page
   * @param before - the earlier pages, to which this page is added
   * @throws InvalidRequest for a URI that the key must not be sent to
   * @throws UnexpectedResponse when the next page is elsewhere or an earlier page, when an identifier occurs twice,
   *   and when too many pages in a row are empty
   */
  async fetch(
    uri: string | undefined,
    options: RequestOptions,
    before = new PagesSoFar(),
  ): Promise<Page> {
    const url = uri === undefined ? this.#url : this.#resolve(uri);
    if (typeof url === "string") {
      const help = "Give the next_page_uri of a page that this client got.";
      throw notSent(this.#template, `the page's URI ${url}`, { help });
    }
    before.urls.add(url.href);
    const check = (page: Page, request: Request): void => {
      this.#checkItems(this.itemsOf(page), request, before);
      const { next_page_uri: next } = page;
      if (next !== null && next !== "") this.#checkNext(next, request, before);
    };
    const expected = { status: 200, schema: this.#schema, check };
    return this.#connection.fetch(this.#operation(url), expected, options);
  }

  #checkItems(items: readonly Item[], request: Request, before: PagesSoFar): void {
    before.empty = items.length === 0 ? before.empty + 1 : 0;
    for (const [index, { id: identifier }] of items.entries()) {
      if (before.identifiers.has(identifier)) {
        const shown = shortened(this.#connection.secret.hide(identifier));
        const field = `${this.#field}.${index}.id`;
        throw new RepeatedIdentifier(request, { field, identifier, shown });
      }
      before.identifiers.add(identifier);
    }
  }

  #checkNext(next: string, request: Request, { urls, empty }: PagesSoFar): void {
    const url = this.#resolve(next);
    const fault =
      typeof url === "string"
        ? url
        : urls.has(url.href)
          ? "leads back to an earlier page"
          : empty >= mostEmpty
            ? `leads to another page after ${empty} empty ones`
            : undefined;
    if (fault === undefined) return;
    throw new UnexpectedResponse({
      ...request,
      status: 200,
      field: "next_page_uri",
      message: `In the response of the service "next_page_uri" ${fault}.`,
      effect: "none",
    });
  }

  /** Resolves the URL of a page, or returns the problem as the rest of a sentence. */
  #resolve(uri: string): URL | string {
    if (!URL.canParse(uri, this.#url.href)) return "is not a URI";
    const url = new URL(uri, this.#url);
    if (url.origin !== this.#url.origin) {
      return `leads to another host or scheme than ${this.#url.origin}`;
    }
    if (url.username !== "" || url.password !== "") return "holds a user name or a password";
    if (this.#connection.secret.isIn(uri)) return "holds the API key";
    url.hash = "";
    return url;
  }

  #operation({ pathname, search }: URL): Operation {
    const { name, method } = this.#template;
    const hostPath = pathname + search;
    const { prefix } = this.#connection;
    const path = hostPath.startsWith(`${prefix}/`) ? hostPath.slice(prefix.length) : hostPath;
    return { name, method, path, hostPath };
  }
}

/** Thrown when a list has two resources with the same identifier: it is unknown which of them is right. */
export class RepeatedIdentifier extends UnexpectedResponse {
  // Private, because a service may have put the API key in its place.
  readonly #identifier: string;

  /** @param shown - the identifier with secrets hidden */
  constructor(
    request: Request,
    {
      field,
      identifier,
      shown,
    }: { readonly field: string; readonly identifier: string; readonly shown: string },
  ) {
    super({
      ...request,
      status: 200,
      field,
      message: `In the response of the service the identifier ${JSON.stringify(shown)} occurs twice in the list, and it is unknown which of the two is right.`,
      help: "Get it by its identifier; if the list stays like this, tell the operator of the service.",
      effect: "none",
    });
    this.#identifier = identifier;
  }

  isAbout(identifier: string): boolean {
    return identifier === this.#identifier;
  }
}
