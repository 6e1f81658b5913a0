const checkAddress = "Check the base URL, and that the service is running.";
const tryAgain = "Try again; if it was a change, look first whether it was made.";
const checkNetwork = "Check the base URL and the network connection.";

/** Why there is no connection. */
export interface Reason {
  readonly reason: string;
  readonly help: string;
  /** Whether waiting does not help. */
  readonly lasting?: true;
}

// What is not here, such as a certificate that is not trusted, does not pass by waiting.
const reasons: Readonly<Record<string, Reason>> = {
  EAI_AGAIN: { reason: "the host name could not be looked up", help: checkNetwork },
  ECONNREFUSED: { reason: "connection refused", help: checkAddress },
  ECONNRESET: { reason: "connection reset", help: tryAgain },
  EHOSTUNREACH: { reason: "there is no way to this host", help: checkNetwork },
  ENETDOWN: { reason: "the network is down", help: checkNetwork },
  ENETUNREACH: { reason: "there is no way to this network", help: checkNetwork },
  ENOTFOUND: { reason: "there is no such host", help: checkAddress, lasting: true },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    reason: "what answered does not speak TLS",
    help: "Check the scheme, the host and the port of the base URL, and the proxy if there is one.",
    lasting: true,
  },
  EPIPE: { reason: "connection closed", help: tryAgain },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { reason: "connection closed", help: tryAgain },
  UND_ERR_SOCKET: { reason: "connection closed", help: tryAgain },
};

/** Why there is no connection, of an error of the system or of undici. */
export function reasonOf(cause: unknown): Reason {
  const code = codeOf(cause);
  return (
    reasons[code] ?? {
      reason: `${cause instanceof Error ? messageOf(cause) : ""} (${code})`,
      help: checkAddress,
      lasting: true,
    }
  );
}

/** Of what OpenSSL says, only the reason is for people. */
function messageOf(error: Error): string {
  return "reason" in error && typeof error.reason === "string" ? error.reason : error.message;
}

/** The code of an error of the system or of undici; empty when there is none. */
export function codeOf(cause: unknown): string {
  if (!(cause instanceof Error) || !("code" in cause)) return "";
  return typeof cause.code === "string" ? cause.code : "";
}
