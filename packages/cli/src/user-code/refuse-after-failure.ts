import { CommandError } from "../command-error.ts";
import { hasFailedLater, settled } from "./late-failures.ts";

/**
 * Looks, just before something is written, whether code of the user's has failed since it was loaded.
 *
 * @param nothing - what is said then: `Nothing was deployed`
 * @throws CommandError when it has
 */
export async function refuseAfterFailure(nothing: string): Promise<void> {
  await settled();
  if (hasFailedLater()) throw new CommandError(`${nothing}: code failed after it was loaded.`);
}
