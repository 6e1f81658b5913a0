/** A code lens, as far as it decides which one a command means. */
interface Placed {
  readonly range: { readonly start: { readonly line: number } };
  readonly command?: { readonly command: string };
}

/**
 * Finds the code lens that a command of the palette means: the last of its kind at or above the cursor, else the first
 * below.
 *
 * @param commands - the commands of that kind of lens
 * @param line - of the cursor, from 0
 */
export function lensAt<Lens extends Placed>(
  lenses: readonly Lens[],
  commands: readonly string[],
  line: number,
): Lens | undefined {
  const own = lenses.filter(({ command }) => command && commands.includes(command.command));
  return own.findLast(({ range }) => range.start.line <= line) ?? own[0];
}
