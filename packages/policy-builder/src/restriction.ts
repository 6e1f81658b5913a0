/**
 * A restriction to some places; each dialect adds its own names.
 *
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Restrictions {}

/** Where something may be used only: one entry of a catalogue, or several. */
export type Restriction = Extract<keyof Restrictions, string>;
