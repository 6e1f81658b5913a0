import { ResponseError } from "vscode-jsonrpc";
import type { CancellationToken } from "vscode-languageserver";

// Numbers of the protocol. The library that has names for them is a tenth of what a browser would load.

/** The answer to a request that the client has cancelled. */
const requestCancelled = (message: string): ResponseError<void> =>
  new ResponseError(-32_800, message);

/** The answer to a request that was right, but cannot be fulfilled; clients show the message. */
export const requestFailed = (message: string): ResponseError<void> =>
  new ResponseError(-32_803, message);

/** What something gives, unless the client cancels the request before. */
export async function orCancelled<Answer>(
  work: Promise<Answer>,
  token: CancellationToken,
): Promise<Answer> {
  const cancelled = (): ResponseError<void> => requestCancelled("The request was cancelled.");
  if (token.isCancellationRequested) throw cancelled();
  return new Promise((resolve, reject) => {
    const waiting = token.onCancellationRequested(() => reject(cancelled()));
    work.then(resolve, reject).finally(() => waiting.dispose());
  });
}
