// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { ActionEffect } from "../action/effect.ts";
import addHeaders from "./add-headers.ts";
import basicAuth from "./basic-auth.ts";
import compressResponse from "./compress-response.ts";
import customResponse from "./custom-response.ts";
import deny from "./deny.ts";
import jwtValidation from "./jwt-validation.ts";
import log from "./log.ts";
import rateLimit from "./rate-limit.ts";
import redirect from "./redirect.ts";
import removeHeaders from "./remove-headers.ts";
import restrictIps from "./restrict-ips.ts";
import urlRewrite from "./url-rewrite.ts";
import verifyWebhook from "./verify-webhook.ts";

export const effects: ReadonlyMap<string, ActionEffect> = new Map([
  ["add-headers", addHeaders],
  ["basic-auth", basicAuth],
  ["compress-response", compressResponse],
  ["custom-response", customResponse],
  ["deny", deny],
  ["jwt-validation", jwtValidation],
  ["log", log],
  ["rate-limit", rateLimit],
  ["redirect", redirect],
  ["remove-headers", removeHeaders],
  ["restrict-ips", restrictIps],
  ["url-rewrite", urlRewrite],
  ["verify-webhook", verifyWebhook],
]);
