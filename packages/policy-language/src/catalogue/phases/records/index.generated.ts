// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { RecordDefinition } from "../../variable.ts";
import httpAttempt from "./http-attempt.ts";
import httpAttemptRequest from "./http-attempt-request.ts";
import httpAttemptResponse from "./http-attempt-response.ts";
import matchedRule from "./matched-rule.ts";
import replacement from "./replacement.ts";
import url from "./url.ts";

export const records: readonly RecordDefinition[] = [
  httpAttempt,
  httpAttemptRequest,
  httpAttemptResponse,
  matchedRule,
  replacement,
  url,
];
