import type { FastifyReply } from "fastify";

/** Resets the connection of a request; nothing is sent. */
export function resetConnection(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

/** Sends these bytes in the place of an answer, and ends the connection. */
export function endConnection(reply: FastifyReply, bytes: string): void {
  reply.hijack();
  const { socket } = reply.raw;
  socket?.write(bytes);
  socket?.destroySoon();
}
