/** Which build of the command this is; a digest of its code, which is put in when it is built. */
export const build = "built-from-sources";
