/**
 * The most bytes of a policy. What the service takes is not documented, and is surely far less: here a
 * policy takes about a gigabyte of memory.
 */
const mostBytes = 5_000_000;

/** Why a policy of so many bytes is too large to work with, if it is. */
export function sizeProblem(
  bytes: number,
): { readonly reason: string; readonly help: string } | undefined {
  if (bytes <= mostBytes) return undefined;
  const [has, most] = [bytes, mostBytes].map((number) => number.toLocaleString("en"));
  return {
    reason: `The policy has ${has} bytes, more than the ${most} that this command takes.`,
    help: "Join rules that do the same, and keep long answers at the upstream.",
  };
}
