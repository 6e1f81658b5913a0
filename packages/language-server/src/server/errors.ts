import { ResponseError } from "vscode-jsonrpc";

// Numbers of the protocol. The library that has names for them is a tenth of what a browser would load.

/** The answer to a request that the client has cancelled. */
export const requestCancelled = (message: string): ResponseError<void> =>
  new ResponseError(-32_800, message);

/** The answer to a request that was right, but cannot be fulfilled; clients show the message. */
export const requestFailed = (message: string): ResponseError<void> =>
  new ResponseError(-32_803, message);
