import { ServiceError, type Client } from "@traffic-policy/api";
import { expect } from "vitest";
import { expectNoKey } from "./api-key.ts";
import { clientOf } from "./local-service.ts";
import { fill, type NamedOperation } from "./operations.ts";
import { Service, type Fault } from "./server.ts";

/** How often the client tries. */
export const attempts = 3;

/**
 * Does an operation on a service of its own with these faults, and holds what is stored then to what
 * the client says.
 *
 * @returns `ok` or the error's name, and the number of requests that arrived
 */
export async function outcomeOf(
  { run, repeating }: NamedOperation,
  faultOf: (index: number) => Fault | undefined,
): Promise<string> {
  const service = await Service.start();
  fill(service);
  service.faultOf = faultOf;
  const client = clientOf(service.baseUrl, {
    retries: { attempts, firstDelay: 5 },
    timeouts: { headers: 300, body: 300, total: 20_000 },
    largestAnswer: 1024 * 1024,
  });
  const before = service.snapshot();
  const result = await settle(run, client);
  const after = service.snapshot();
  const worked = service.seen.filter((request) => request.worked).length;
  if (repeating === "more") expect(worked).toBeLessThanOrEqual(1);
  if (result === "ok") {
    expect(worked).toBeGreaterThan(0);
  } else {
    expect(result.attempts).toBe(service.seen.length);
    // An error without an effect has none; one that may have had an effect says so.
    if (result.effect === "none") expect(after).toEqual(before);
    expect(Object.keys(after.edges).length).toBeLessThanOrEqual(2);
  }
  return `${result === "ok" ? "ok" : result.name} ${service.seen.length}`;
}

async function settle(
  run: (client: Client) => Promise<unknown>,
  client: Client,
): Promise<"ok" | ServiceError> {
  try {
    await run(client);
    return "ok";
  } catch (error) {
    expectNoKey(error);
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
