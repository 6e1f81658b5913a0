import {
  endpointListSchema,
  endpointSchema,
  type Endpoint,
  type EndpointList,
  type EndpointPolicyInput,
} from "@traffic-policy/policy-language/service";
import type { Connection } from "../transport/connection.ts";
import { isAbout } from "./answered-resource.ts";
import { checkEndpointPolicyInput } from "./check-input.ts";
import type { OperationTemplate, RequestOptions, WriteOptions } from "../operation.ts";
import { Listing, PagedList } from "./paged-list.ts";

/** The operations on endpoints; `update` exists only in API versions with cloud endpoints. */
export const endpointOperations = {
  list: { name: "list endpoints", method: "GET", path: "/endpoints" },
  get: { name: "get endpoint", method: "GET", path: "/endpoints/{id}" },
  update: { name: "update cloud endpoint", method: "PATCH", path: "/endpoints/{id}" },
} as const satisfies Readonly<Record<string, OperationTemplate>>;

/**
 * The active endpoints of the account. Only the policy of cloud endpoints can be changed; all other endpoints are
 * read-only. Every method throws a `ServiceError` when it does not succeed.
 */
export class Endpoints {
  readonly #connection: Connection;
  readonly #list: PagedList<Endpoint, EndpointList>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#list = new PagedList(
      connection,
      endpointOperations.list,
      endpointListSchema,
      "endpoints",
    );
  }

  /** Lists all endpoints, page by page; the next page is requested only after the previous page is consumed. */
  list(options: RequestOptions = {}): Listing<Endpoint, EndpointList> {
    return new Listing(this.#list, options);
  }

  /**
   * Gets a page of the list.
   *
   * @param pageUri - the `next_page_uri` of a page; omit it for the first page
   * @throws UnexpectedResponse when the page's `next_page_uri` leads to another host, or back
   */
  listPage(pageUri?: string, options: RequestOptions = {}): Promise<EndpointList> {
    return this.#list.fetch(pageUri, options);
  }

  async get(id: string, options: RequestOptions = {}): Promise<Endpoint> {
    const operation = this.#connection.operation(endpointOperations.get, id);
    const expected = { status: 200, schema: endpointSchema, check: isAbout(id) };
    return this.#connection.fetch(operation, expected, options);
  }

  /**
   * Replaces the policy of a cloud endpoint, and returns the whole endpoint. Nothing else changes.
   *
   * @param input - the policy as JSON or YAML text
   * @throws InvalidRequest, and nothing is sent, for a text that is not a policy document in phases; also when the
   *   service refuses, as it does for an endpoint of another type
   */
  async update(
    id: string,
    input: EndpointPolicyInput,
    options: WriteOptions = {},
  ): Promise<Endpoint> {
    const operation = this.#connection.operation(endpointOperations.update, id);
    checkEndpointPolicyInput(operation, input, options);
    const expected = { status: 200, schema: endpointSchema, check: isAbout(id) };
    return this.#connection.fetch(operation, expected, { ...options, body: input });
  }
}
