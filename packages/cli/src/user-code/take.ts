/** What is taken out of the exports of a module. */
export type Take<T> = (exports: Readonly<Record<string, unknown>>) => T;
