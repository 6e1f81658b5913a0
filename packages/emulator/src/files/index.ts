export { codeOf } from "./code-of.ts";
export { FileLock, type LockHolder } from "./file-lock.ts";
export { replaceFile, type ReplaceOptions } from "./replace-file.ts";
