import { ServiceError } from "./service-error.ts";

/** 400, 413 or 422: the service refuses what was sent; or the client did, before sending it. */
export class InvalidRequest extends ServiceError {
  override readonly name = "InvalidRequest";
}

/** 401: the service does not take the API key. */
export class Unauthorized extends ServiceError {
  override readonly name = "Unauthorized";
}

/** 403: the API key may not do this. */
export class Forbidden extends ServiceError {
  override readonly name = "Forbidden";
}

/** 404: there is no such thing. */
export class NotFound extends ServiceError {
  override readonly name = "NotFound";
}

/** 409: something else stands against it. */
export class Conflict extends ServiceError {
  override readonly name = "Conflict";
}

/** 429: too many requests; or the service asked for a longer pause than the operation has time. */
export class RateLimited extends ServiceError {
  override readonly name = "RateLimited";
}

/** 5xx: the service, or something before it, failed; the request can have had an effect. */
export class ServiceFailure extends ServiceError {
  override readonly name = "ServiceFailure";
}
