import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { Timeout } from "@traffic-policy/api";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failing } from "./failing.ts";
import { clientOf, onSocket } from "./local-service.ts";

// All requests end at one moment: one that ends before others would let them have its connection.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Of one client, at a time. */
const mostConnections = 8;

test("waiting for a free connection too long: nothing can have happened", async () => {
  const arrived = new Set<Socket>();
  const { baseUrl } = await onSocket((socket) => {
    socket.on("data", () => arrived.add(socket));
  });
  const client = clientOf(baseUrl, { timeouts: { total: 3000 } });
  const ended = Promise.all(
    Array.from({ length: 12 }, () => failing(Timeout, client.tcpEdges.update("edge_1", {}))),
  );
  while (arrived.size < mostConnections) await setImmediate();
  vi.advanceTimersByTime(3000);
  const errors = await ended;
  const waited = errors.filter(({ effect }) => effect === "none");
  expect(arrived.size).toBe(mostConnections);
  expect(waited).toHaveLength(12 - mostConnections);
  expect(new Set(waited.map(({ message }) => message))).toEqual(
    new Set([`No connection to ${baseUrl} within 3 seconds.`]),
  );
});
