import type { Static, TSchema } from "@sinclair/typebox";
import type { Dialect } from "@traffic-policy/policy-language";
import type { Store } from "../state/store.ts";

/** An operation of the service. */
export interface Operation {
  /** The status of its answer, unless it refuses. */
  readonly status: 200 | 201 | 204;
  /** The schema of its body; without one, a body is not looked at. */
  readonly takes?: TSchema | undefined;
  /** Whether only the version of the interface that has cloud endpoints has it. */
  readonly isOfCloud?: boolean | undefined;
  /**
   * Does what a request asks for.
   *
   * @returns the body of the answer
   * @throws Refusal
   */
  run(service: Service, call: Call<unknown>): Promise<object | void>;
}

/** What operations work with. */
export interface Service {
  readonly store: Store;
  /** What all URIs in answers begin with. */
  readonly baseUrl: string;
  /** Items of a page of a list. */
  readonly pageSize: number;
  /** The vocabulary that policies of cloud endpoints are checked against; not at all without one. */
  readonly dialect: Dialect | undefined;
}

/** What a request says to an operation. */
export interface Call<Body = undefined> {
  readonly ids: Identifiers;
  readonly query: URLSearchParams;
  readonly body: Body;
  /** Whether it is in the version of the interface that has cloud endpoints. */
  readonly seesCloudEndpoints: boolean;
}

/** The identifiers in a path; those that it does not have are empty. */
export interface Identifiers {
  readonly id: string;
  readonly edge_id: string;
}

/** An operation that takes a body, and gets it checked. */
export function taking<T extends TSchema>(
  takes: T,
  one: Omit<Operation, "takes" | "run"> & {
    run(service: Service, call: Call<Static<T>>): Promise<object | void>;
  },
): Operation {
  return { ...one, takes };
}
