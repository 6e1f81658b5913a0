/** The repository's top folder. */
export const root: URL = new URL("../../", import.meta.url);
