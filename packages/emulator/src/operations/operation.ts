import type { Static, TSchema } from "@sinclair/typebox";
import type { Dialect } from "@traffic-policy/policy-language";
import type { Store } from "../state/store.ts";

export interface Operation {
  readonly status: 200 | 201 | 204;
  /** The schema of the body; without a schema, the body is ignored. */
  readonly takes?: TSchema | undefined;
  readonly isOfCloud?: boolean | undefined;
  /**
   * Handles a request.
   *
   * @returns the body of the answer
   * @throws Refusal when it refuses the request
   */
  run(service: Service, call: Call<unknown>): Promise<object | void>;
}

export interface Service {
  readonly store: Store;
  readonly baseUrl: string;
  readonly pageSize: number;
  /** The vocabulary that policies of cloud endpoints are checked against; not at all without one. */
  readonly dialect: Dialect | undefined;
}

export interface Call<Body = undefined> {
  readonly ids: Identifiers;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly seesCloudEndpoints: boolean;
}

export interface Identifiers {
  readonly id: string;
  readonly edge_id: string;
}

export function taking<T extends TSchema>(
  takes: T,
  one: Omit<Operation, "takes" | "run"> & {
    run(service: Service, call: Call<Static<T>>): Promise<object | void>;
  },
): Operation {
  return { ...one, takes };
}
