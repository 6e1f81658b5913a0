// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { RecordDefinition } from "../../variable.ts";
import cookie from "./cookie.ts";
import extension from "./extension.ts";
import jwt from "./jwt.ts";

export const records: readonly RecordDefinition[] = [cookie, extension, jwt];
