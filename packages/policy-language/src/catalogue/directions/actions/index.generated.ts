// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { ActionDefinition } from "../../action.ts";
import compressResponse from "./compress-response.ts";
import customResponse from "./custom-response.ts";
import deny from "./deny.ts";
import urlRewrite from "./url-rewrite.ts";

export const actions: readonly ActionDefinition[] = [
  compressResponse,
  customResponse,
  deny,
  urlRewrite,
];
