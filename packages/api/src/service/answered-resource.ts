import { possibleEffect, UnexpectedResponse, type Request } from "../errors/service-error.ts";

/**
 * Makes a check that an answer is about the requested resource, because a cache or a proxy may return the answer to
 * another request. The check throws UnexpectedResponse.
 */
export function isAbout(id: string): (resource: { readonly id: string }, request: Request) => void {
  return (resource, request) => {
    if (resource.id === id) return;
    throw new UnexpectedResponse({
      ...request,
      field: "id",
      message: `The response of the service is about something else: its "id" is not ${JSON.stringify(id)}.`,
      help: "Try again; if it stays so, check what is between here and the service, such as a cache.",
      effect: possibleEffect(request.operation),
    });
  };
}
