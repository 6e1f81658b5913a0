import { request, type Agent, type IncomingHttpHeaders } from "node:http";

/** What came back for one request, whole or not. */
export interface RawAnswer {
  readonly status?: number | undefined;
  readonly headers?: IncomingHttpHeaders;
  readonly body: string;
  /** Whether the answer came to its end. */
  readonly ended?: boolean;
  /** The code of the error when not even a head came. */
  readonly error?: string | undefined;
}

/** Sends one request, on a connection of its own unless there is an agent, and takes what comes. */
export function rawAnswer(
  baseUrl: string,
  method: string,
  path: string,
  body: unknown,
  { stopAfter = Infinity, agent }: { stopAfter?: number; agent?: Agent } = {},
): Promise<RawAnswer> {
  const headers = {
    authorization: "Bearer any-key",
    "service-version": "2",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return new Promise((settle) => {
    const sent = request(baseUrl + path, { method, headers, agent: agent ?? false }, (response) => {
      let text = "";
      const end = (ended: boolean): void => {
        settle({ status: response.statusCode, headers: response.headers, body: text, ended });
        if (!ended) sent.destroy();
      };
      response
        .on("data", (chunk: Buffer) => {
          text += chunk.toString();
          if (text.length >= stopAfter) end(false);
        })
        .once("end", () => end(true))
        .once("error", () => end(false));
    });
    sent.on("error", (error: NodeJS.ErrnoException) => settle({ error: error.code, body: "" }));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
