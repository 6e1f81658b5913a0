import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { OperationName } from "../operations/operations.ts";

/** A request that has reached the emulator. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path and the query. */
  readonly path: string;
  /** Which operation it is; nothing when there is none at that path. */
  readonly operation: OperationName | undefined;
  /** The same number for all requests of one connection; each new one has a greater one. */
  readonly connection: number;
}

export class RequestLog {
  readonly #numbers = new WeakMap<Socket, number>();
  #lastNumber = 0;

  entryFor(
    { method = "", url = "", socket }: IncomingMessage,
    operation: OperationName | undefined,
  ): ReceivedRequest {
    const connection = this.#numbers.get(socket) ?? ++this.#lastNumber;
    this.#numbers.set(socket, connection);
    return { method, path: url, operation, connection };
  }
}
