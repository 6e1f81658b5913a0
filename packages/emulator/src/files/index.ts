export { codeOf, replaceFile, type ReplaceOptions } from "./replace-file.ts";
export { FileLock, NoLock, type LockHolder } from "./file-lock.ts";
