/** Which build of the command this is; a digest of its code, which is put in when it is built. */
export const build = "0000000000000000";
