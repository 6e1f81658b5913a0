/** An error of one target in machine-readable results. */
export interface ReportedError {
  readonly message: string;
  readonly help: string | undefined;
}

/** Takes from an error what a result shows of it. */
export function toReportedError(error: Error): ReportedError {
  const help: unknown = "help" in error ? error.help : undefined;
  return { message: error.message, help: typeof help === "string" ? help : undefined };
}
