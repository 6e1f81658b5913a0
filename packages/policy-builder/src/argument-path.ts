/** Which part of the arguments of a call an error is about: which argument, then which item or member of it. */
export type ArgumentPath = readonly (number | string)[];

/**
 * Notes in which part of the arguments of a call an error lies, as its `argumentPath`, which tools
 * read to point there. Who calls from inside notes first.
 *
 * @returns the error
 */
export function inArgument(error: unknown, step: number | string): unknown {
  if (!(error instanceof Error)) return error;
  const { argumentPath = [] } = error as { readonly argumentPath?: ArgumentPath };
  // Not enumerable: it is not for those who print the error.
  return Object.defineProperty(error, "argumentPath", {
    value: [step, ...argumentPath],
    configurable: true,
  });
}
