import { ResponseError } from "vscode-jsonrpc";
import type { CancellationToken } from "vscode-languageserver";

// Numbers of the protocol. The library that has names for them is a tenth of what a browser would load.

const requestCancelled = (message: string): ResponseError<void> =>
  new ResponseError(-32_800, message);

/** The error for a valid request that cannot be fulfilled; clients show the message. */
export const requestFailed = (message: string): ResponseError<void> =>
  new ResponseError(-32_803, message);

/** Awaits a result. Throws when the client cancels the request first. */
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
