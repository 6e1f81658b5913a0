// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { VariableReaders } from "../reader.ts";
import conn from "./conn.ts";
import endpoint from "./endpoint.ts";
import req from "./req.ts";
import res from "./res.ts";
import time from "./time.ts";
import vars from "./vars.ts";

export const readers: readonly VariableReaders[] = [conn, endpoint, req, res, time, vars];
