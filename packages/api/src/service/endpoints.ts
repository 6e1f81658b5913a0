import {
  endpointListSchema,
  endpointSchema,
  type Endpoint,
  type EndpointList,
} from "@traffic-policy/policy-language/service";
import type { Connection } from "../transport/connection.ts";
import { Listing, PagedList } from "./paged-list.ts";
import type { OperationTemplate, RequestOptions } from "./operation.ts";

/** The operations on endpoints, as the service's description lists them. */
const operations = {
  list: { name: "list endpoints", method: "GET", path: "/endpoints" },
  get: { name: "get endpoint", method: "GET", path: "/endpoints/{id}" },
} as const satisfies Readonly<Record<string, OperationTemplate>>;

/**
 * The active endpoints of the account (read-only). Every method throws a `ServiceError`
 * when it does not succeed.
 */
export class Endpoints {
  readonly #connection: Connection;
  readonly #list: PagedList<Endpoint, EndpointList>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#list = new PagedList(connection, operations.list, endpointListSchema, "endpoints");
  }

  /** All endpoints, page after page; the next page is asked for when the one before is done with. */
  list(options: RequestOptions = {}): Listing<Endpoint, EndpointList> {
    return new Listing(this.#list, options);
  }

  /**
   * One page of the list.
   *
   * @param pageUri - the `next_page_uri` of a page; the first page without it
   * @throws UnexpectedResponse when the page's `next_page_uri` leads to another host, or back
   */
  listPage(pageUri?: string, options: RequestOptions = {}): Promise<EndpointList> {
    return this.#list.fetch(pageUri, options);
  }

  /** Gets one endpoint. */
  async get(id: string, options: RequestOptions = {}): Promise<Endpoint> {
    const operation = this.#connection.operation(operations.get, id);
    return this.#connection.fetch(operation, { status: 200, schema: endpointSchema }, options);
  }
}
