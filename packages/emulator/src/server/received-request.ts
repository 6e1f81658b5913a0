import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { operationName, type OperationName } from "../operations/operation-names.ts";

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

/** What is told of a request. */
export function toReceivedRequest({
  method,
  originalUrl,
  routeOptions,
  socket,
}: FastifyRequest): ReceivedRequest {
  const operation = operationName(method, routeOptions.url);
  return { method, path: originalUrl, operation, connection: numberOf(socket) };
}

const numbers = new WeakMap<Socket, number>();
let lastNumber = 0;

function numberOf(socket: Socket): number {
  let number = numbers.get(socket);
  if (number === undefined) {
    lastNumber += 1;
    number = lastNumber;
    numbers.set(socket, number);
  }
  return number;
}
