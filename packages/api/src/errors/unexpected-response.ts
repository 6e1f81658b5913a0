import { ServiceError, type Failure } from "./service-error.ts";

/** An answer that the service's description does not foresee. */
export class UnexpectedResponse extends ServiceError {
  override readonly name = "UnexpectedResponse";

  constructor(failure: Failure) {
    super({ ...failure, help: failure.help ?? "Check that the base URL is that of the service." });
  }
}
