/**
 * Refuses a call that was given nothing, as by an empty array that is spread.
 *
 * @param call - the call, and what it needs: `when() needs at least one condition`
 * @param consequence - what it would mean otherwise, as the end of a sentence
 * @throws TypeError when there is nothing
 */
export function refuseNothing(given: readonly unknown[], call: string, consequence: string): void {
  if (given.length === 0) throw new TypeError(`${call}: without one ${consequence}.`);
}
