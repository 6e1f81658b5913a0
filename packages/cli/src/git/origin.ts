import type { Context, Operator } from "../context.ts";
import { type Commit, checkedOutCommit } from "./checked-out-commit.ts";

export interface Origin extends Operator {
  readonly commit?: Commit;
}

/**
 * Finds the origin of a run. Asks git once, so callers should keep the answer; never rejects.
 *
 * @param folder - in the repository; absolute path
 */
export async function originOf(
  folder: string,
  { operator, env }: Pick<Context, "operator" | "env">,
): Promise<Origin> {
  const commit = await checkedOutCommit(folder, env);
  return { ...operator, ...(commit && { commit }) };
}
