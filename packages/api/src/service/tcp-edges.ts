import {
  tcpEdgeListSchema,
  tcpEdgeSchema,
  type TcpEdge,
  type TcpEdgeInput,
  type TcpEdgeList,
} from "@traffic-policy/policy-language/service";
import type { Connection } from "../transport/connection.ts";
import { isAbout } from "./answered-resource.ts";
import { checkTcpEdgeInput } from "./check-input.ts";
import { Listing, PagedList } from "./paged-list.ts";
import type {
  ChangeOptions,
  OperationTemplate,
  RequestOptions,
  WriteOptions,
} from "../operation.ts";

export const tcpEdgeOperations = {
  create: { name: "create TCP edge", method: "POST", path: "/edges/tcp" },
  get: { name: "get TCP edge", method: "GET", path: "/edges/tcp/{id}" },
  list: { name: "list TCP edges", method: "GET", path: "/edges/tcp" },
  update: { name: "update TCP edge", method: "PATCH", path: "/edges/tcp/{id}" },
  delete: { name: "delete TCP edge", method: "DELETE", path: "/edges/tcp/{id}" },
} as const satisfies Readonly<Record<string, OperationTemplate>>;

/** The TCP edges of the account. Every method throws a `ServiceError` when it does not succeed. */
export class TcpEdges {
  readonly #connection: Connection;
  readonly #list: PagedList<TcpEdge, TcpEdgeList>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#list = new PagedList(connection, tcpEdgeOperations.list, tcpEdgeListSchema, "tcp_edges");
  }

  /**
   * Creates an edge; omitted modules are null in the answer. The request is repeated only when the previous attempt
   * cannot have reached the service, or was refused because of the rate limit.
   *
   * @throws InvalidRequest, and nothing is sent, for input that the service cannot accept
   */
  async create(input: TcpEdgeInput, options: WriteOptions = {}): Promise<TcpEdge> {
    const operation = this.#connection.operation(tcpEdgeOperations.create);
    checkTcpEdgeInput(operation, input, options);
    const expected = { status: 201, schema: tcpEdgeSchema };
    return this.#connection.fetch(operation, expected, { ...options, body: input });
  }

  async get(id: string, options: RequestOptions = {}): Promise<TcpEdge> {
    const operation = this.#connection.operation(tcpEdgeOperations.get, id);
    const expected = { status: 200, schema: tcpEdgeSchema, check: isAbout(id) };
    return this.#connection.fetch(operation, expected, options);
  }

  /** Lists all edges, page by page; the next page is requested only after the previous page is consumed. */
  list(options: RequestOptions = {}): Listing<TcpEdge, TcpEdgeList> {
    return new Listing(this.#list, options);
  }

  /**
   * Gets a page of the list.
   *
   * @param pageUri - the `next_page_uri` of a page; omit it for the first page
   * @throws UnexpectedResponse when the page's `next_page_uri` leads to another host, or back
   */
  listPage(pageUri?: string, options: RequestOptions = {}): Promise<TcpEdgeList> {
    return this.#list.fetch(pageUri, options);
  }

  /**
   * Replaces each module in the input completely, and returns the whole edge. This cannot remove a module.
   *
   * @throws InvalidRequest, and nothing is sent, for input that the service cannot accept
   */
  async update(id: string, input: TcpEdgeInput, options: WriteOptions = {}): Promise<TcpEdge> {
    const operation = this.#connection.operation(tcpEdgeOperations.update, id);
    checkTcpEdgeInput(operation, input, options);
    const expected = { status: 200, schema: tcpEdgeSchema, check: isAbout(id) };
    return this.#connection.fetch(operation, expected, { ...options, body: input });
  }

  /**
   * Deletes an edge.
   *
   * @throws NotFound when there is no such edge; its `effect` is `possible` when an earlier attempt
   *   without an answer may be what deleted it
   */
  async delete(id: string, options: ChangeOptions = {}): Promise<void> {
    const operation = this.#connection.operation(tcpEdgeOperations.delete, id);
    return this.#connection.run(operation, { status: 204 }, options);
  }
}
