import type { ResponseError } from "vscode-jsonrpc";
import type { CancellationToken } from "vscode-languageserver";
import { requestCancelled } from "./errors.ts";

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
