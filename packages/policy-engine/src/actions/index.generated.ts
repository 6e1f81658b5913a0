// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { ActionEffect } from "../action/effect.ts";
import addHeaders from "./add-headers.ts";
import basicAuth from "./basic-auth.ts";
import circuitBreaker from "./circuit-breaker.ts";
import closeConnection from "./close-connection.ts";
import compressResponse from "./compress-response.ts";
import customResponse from "./custom-response.ts";
import deny from "./deny.ts";
import forwardInternal from "./forward-internal.ts";
import httpRequest from "./http-request.ts";
import jwtValidation from "./jwt-validation.ts";
import log from "./log.ts";
import rateLimit from "./rate-limit.ts";
import redirect from "./redirect.ts";
import removeHeaders from "./remove-headers.ts";
import requestBodyFindReplace from "./request-body-find-replace.ts";
import responseBodyFindReplace from "./response-body-find-replace.ts";
import restrictIps from "./restrict-ips.ts";
import setVars from "./set-vars.ts";
import sseFindReplace from "./sse-find-replace.ts";
import terminateTls from "./terminate-tls.ts";
import urlRewrite from "./url-rewrite.ts";
import verifyWebhook from "./verify-webhook.ts";

export const effects: ReadonlyMap<string, ActionEffect> = new Map([
  ["add-headers", addHeaders],
  ["basic-auth", basicAuth],
  ["circuit-breaker", circuitBreaker],
  ["close-connection", closeConnection],
  ["compress-response", compressResponse],
  ["custom-response", customResponse],
  ["deny", deny],
  ["forward-internal", forwardInternal],
  ["http-request", httpRequest],
  ["jwt-validation", jwtValidation],
  ["log", log],
  ["rate-limit", rateLimit],
  ["redirect", redirect],
  ["remove-headers", removeHeaders],
  ["request-body-find-replace", requestBodyFindReplace],
  ["response-body-find-replace", responseBodyFindReplace],
  ["restrict-ips", restrictIps],
  ["set-vars", setVars],
  ["sse-find-replace", sseFindReplace],
  ["terminate-tls", terminateTls],
  ["url-rewrite", urlRewrite],
  ["verify-webhook", verifyWebhook],
]);
