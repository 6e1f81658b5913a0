// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { VariableNamespace } from "../../variable.ts";
import conn from "./conn.ts";
import req from "./req.ts";
import res from "./res.ts";

export const namespaces: readonly VariableNamespace[] = [conn, req, res];
