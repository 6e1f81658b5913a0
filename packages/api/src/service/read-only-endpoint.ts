import type { Endpoint } from "@traffic-policy/policy-language/service";
import { endpointOperations } from "./endpoints.ts";
import { makeOperation } from "../make-operation.ts";
import { ServiceError } from "../errors/service-error.ts";

/** An endpoint is not a cloud endpoint: the service does not let its policy be changed. */
export class ReadOnlyEndpoint extends ServiceError {
  override readonly name = "ReadOnlyEndpoint";

  constructor({ id, type }: Pick<Endpoint, "id" | "type">) {
    const known = Object.hasOwn(helps, type) ? helps[type] : undefined;
    super({
      operation: makeOperation(endpointOperations.get, id),
      attempts: 1,
      effect: "none",
      field: "type",
      // A type that is not known may be any text, also one that nobody may see.
      message: `The endpoint ${id} is read-only: it is ${known === undefined ? "" : `of type "${type}", `}not a cloud endpoint.`,
      help: known ?? "Name a cloud endpoint.",
    });
  }
}

const ofAgent = "Name a cloud endpoint; this policy is set where the agent starts.";

const helps: Readonly<Record<string, string>> = {
  agent: ofAgent,
  ephemeral: ofAgent,
  edge: "Name a cloud endpoint, or the edge that serves this one.",
};
