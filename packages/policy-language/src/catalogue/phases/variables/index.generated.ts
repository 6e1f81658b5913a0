// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { VariableNamespace } from "../../variable.ts";
import conn from "./conn.ts";
import endpoint from "./endpoint.ts";
import req from "./req.ts";
import res from "./res.ts";
import time from "./time.ts";
import vars from "./vars.ts";

export const namespaces: readonly VariableNamespace[] = [conn, endpoint, req, res, time, vars];
