import type { Context, Operator } from "../context.ts";
import { type Commit, checkedOutCommit } from "./checked-out-commit.ts";

/** Who runs a command, on which machine, and from which commit; what cannot be found out is left out. */
export interface Origin extends Operator {
  readonly commit?: Commit;
}

/**
 * Finds out where a run comes from. Asks git once, so a run keeps the answer; never rejects.
 *
 * @param folder - one of the repository; absolute path
 */
export async function originOf(
  folder: string,
  { operator, env }: Pick<Context, "operator" | "env">,
): Promise<Origin> {
  const commit = await checkedOutCommit(folder, env);
  return { ...operator, ...(commit && { commit }) };
}
