export { folderName } from "./folder-name.ts";
export { isFolder } from "./is-folder.ts";
export { isGlob } from "./is-glob.ts";
export { isIn, linkOut } from "./link-out.ts";
export * from "./local-folder.ts";
