export { codeOf } from "./code-of.ts";
export { FileLock, NoLock, type LockHolder } from "./file-lock.ts";
export { replaceFile, type ReplaceOptions } from "./replace-file.ts";
