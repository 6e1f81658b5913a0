import {
  tcpEdgeSchema,
  type TcpEdge,
  type TcpEdgeInput,
} from "@traffic-policy/policy-language/service";
import type { Connection } from "../transport/connection.ts";
import { checkTcpEdgeInput } from "./check-input.ts";
import { makeOperation } from "./make-operation.ts";
import type { Operation, RequestOptions } from "./operation.ts";

/** The operations on TCP edges, as the service's description lists them. */
export const tcpEdgeOperations = {
  create: (): Operation => makeOperation("create TCP edge", "POST", "/edges/tcp"),
  get: (id: string): Operation => makeOperation("get TCP edge", "GET", "/edges/tcp/{}", id),
  update: (id: string): Operation => makeOperation("update TCP edge", "PATCH", "/edges/tcp/{}", id),
} as const;

/** The TCP edges of the account. Every method throws a `ServiceError` when it does not succeed. */
export class TcpEdges {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates an edge; modules that are left out are null in the answer. */
  async create(input: TcpEdgeInput, { signal }: RequestOptions = {}): Promise<TcpEdge> {
    const create = tcpEdgeOperations.create();
    checkTcpEdgeInput(create, input);
    const expected = { status: 201, schema: tcpEdgeSchema };
    return this.#connection.fetch(create, expected, { signal, body: input });
  }

  /** Gets one edge. */
  async get(id: string, { signal }: RequestOptions = {}): Promise<TcpEdge> {
    const expected = { status: 200, schema: tcpEdgeSchema };
    return this.#connection.fetch(tcpEdgeOperations.get(id), expected, { signal });
  }

  /** Changes what the input holds, each module completely, and returns the whole edge. */
  async update(id: string, input: TcpEdgeInput, { signal }: RequestOptions = {}): Promise<TcpEdge> {
    const update = tcpEdgeOperations.update(id);
    checkTcpEdgeInput(update, input);
    const expected = { status: 200, schema: tcpEdgeSchema };
    return this.#connection.fetch(update, expected, { signal, body: input });
  }
}
