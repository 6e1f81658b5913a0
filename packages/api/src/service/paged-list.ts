import type { TSchema } from "@sinclair/typebox";
import { InvalidRequest } from "../errors/refusals.ts";
import type { Request } from "../errors/service-error.ts";
import { UnexpectedResponse } from "../errors/unexpected-response.ts";
import type { Connection } from "../transport/connection.ts";
import type { Operation, OperationTemplate, RequestOptions } from "./operation.ts";

/** What every page has beside its items. */
export interface AnyPage {
  readonly next_page_uri: string | null;
}

/**
 * A list that the service answers in pages. How it forms the URI of the next page is not shown: any
 * URI on the service's own host is taken, also a relative one, and an empty one as none.
 */
export class PagedList<Page extends AnyPage> {
  readonly #connection: Connection;
  readonly #template: OperationTemplate;
  readonly #schema: TSchema & { static: Page };
  readonly #url: URL;

  constructor(
    connection: Connection,
    template: OperationTemplate,
    schema: TSchema & { static: Page },
  ) {
    this.#connection = connection;
    this.#template = template;
    this.#schema = schema;
    this.#url = new URL(connection.baseUrl + template.path);
  }

  /**
   * Gets one page.
   *
   * @param uri - where the page is; the first page without it
   * @param seen - the pages that were there already, to which this one is added
   * @throws InvalidRequest for a URI that the key must not be sent to
   * @throws UnexpectedResponse when the next page is elsewhere, or was there already
   */
  async fetch(
    uri: string | undefined,
    options: RequestOptions,
    seen = new Set<string>(),
  ): Promise<Page> {
    const url = uri === undefined ? this.#url : this.#resolve(uri);
    if (typeof url === "string") {
      throw new InvalidRequest({
        operation: this.#template,
        message: `The request to ${this.#template.name} was not sent: the page's URI ${url}.`,
        help: "Give the next_page_uri of a page that this client got.",
        effect: "none",
      });
    }
    seen.add(url.href);
    const check = ({ next_page_uri: next }: Page, request: Request): void => {
      if (next !== null && next !== "") this.#checkNext(next, request, seen);
    };
    const expected = { status: 200, schema: this.#schema, check };
    return this.#connection.fetch(this.#operation(url), expected, options);
  }

  #checkNext(next: string, request: Request, seen: ReadonlySet<string>): void {
    const url = this.#resolve(next);
    const fault =
      typeof url === "string"
        ? url
        : seen.has(url.href)
          ? "leads back to a page that was there already"
          : undefined;
    if (fault === undefined) return;
    throw new UnexpectedResponse({
      ...request,
      status: 200,
      field: "next_page_uri",
      message: `In the answer of the service "next_page_uri" ${fault}.`,
      effect: "none",
    });
  }

  /** The URL of a page; or what is wrong with it, as the rest of a sentence. */
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
