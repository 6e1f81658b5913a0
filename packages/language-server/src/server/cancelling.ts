import { ResponseError } from "vscode-jsonrpc";
import type { CancellationToken } from "vscode-languageserver";

// A number of the protocol. The library that has names for them is a tenth of what a browser would load.
const requestCancelled = -32_800;

/** What something gives, unless the client cancels the request before. */
export async function orCancelled<Answer>(
  work: Promise<Answer>,
  token: CancellationToken,
): Promise<Answer> {
  const cancelled = (): ResponseError<void> =>
    new ResponseError(requestCancelled, "The request was cancelled.");
  if (token.isCancellationRequested) throw cancelled();
  return new Promise((resolve, reject) => {
    const waiting = token.onCancellationRequested(() => reject(cancelled()));
    work.then(resolve, reject).finally(() => waiting.dispose());
  });
}
