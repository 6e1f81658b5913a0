import { inspect } from "node:util";

/**
 * What code of the user's throws, as something that can be looked at: it may throw when it is, such as
 * an error whose message is a getter that fails, or a proxy.
 */
export function readable(thrown: unknown): unknown {
  try {
    if (!(thrown instanceof Error)) {
      inspect(thrown);
      return thrown;
    }
    const { name, message, stack = "" } = thrown;
    if ([name, message, stack].every((part) => typeof part === "string")) return thrown;
  } catch {
    // Looking at it throws.
  }
  return new Error("an error that cannot be read.");
}
