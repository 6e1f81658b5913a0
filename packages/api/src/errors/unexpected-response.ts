import { ServiceError, type Failure } from "./service-error.ts";

/** An answer that the service's description does not foresee. */
export class UnexpectedResponse extends ServiceError {
  override readonly name = "UnexpectedResponse";
  /** The missing or wrong field, if it is one: `traffic_policy.value`. */
  readonly field: string | undefined;

  constructor(failure: Failure & { readonly field?: string | undefined }) {
    super({ ...failure, help: failure.help ?? "Check that the base URL is that of the service." });
    this.field = failure.field;
  }
}
