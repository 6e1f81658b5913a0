import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

/** What every request has to carry. */
export interface Access {
  /** The key that is taken; when absent, any key is. */
  readonly apiKey: string | undefined;
  readonly versionHeader: { readonly name: string; readonly value: string };
}

/** Refuses a request without the right key or the right version header. */
export function checkAccess({ headers }: FastifyRequest, access: Access): void {
  const key = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (key === undefined || (access.apiKey !== undefined && key !== access.apiKey)) {
    throw new Refusal(401, "unauthorized", "The API key is missing or wrong.");
  }
  const { name, value } = access.versionHeader;
  if (headers[name.toLowerCase()] !== value) {
    throw new Refusal(400, "invalid_version", `The header ${name} has to be ${value}.`);
  }
}
