import type { Request } from "../errors/service-error.ts";
import { UnexpectedResponse } from "../errors/unexpected-response.ts";

/** A list has two resources with the same identifier: nobody knows which of them is right. */
export class RepeatedIdentifier extends UnexpectedResponse {
  // Private, because a service may have put the API key in its place.
  readonly #identifier: string;

  /** @param shown - the identifier as it may be shown */
  constructor(
    request: Request,
    {
      field,
      identifier,
      shown,
    }: { readonly field: string; readonly identifier: string; readonly shown: string },
  ) {
    super({
      ...request,
      status: 200,
      field,
      message: `In the answer of the service the identifier ${JSON.stringify(shown)} stands twice in the list, and nobody knows which of the two is right.`,
      help: "Ask for it alone; if the list stays so, tell whoever runs the service.",
      effect: "none",
    });
    this.#identifier = identifier;
  }

  isAbout(identifier: string): boolean {
    return identifier === this.#identifier;
  }
}
