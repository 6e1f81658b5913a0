import { ServiceError } from "./service-error.ts";

/** There was no connection, or it ended before the answer was complete. */
export class ConnectionFailed extends ServiceError {
  override readonly name: string = "ConnectionFailed";
}
