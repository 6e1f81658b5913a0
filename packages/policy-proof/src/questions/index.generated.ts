// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { Question } from "../question.ts";
import bypassedChecks from "./bypassed-checks.ts";
import failingRequests from "./failing-requests.ts";
import neverLetIn from "./never-let-in.ts";
import pathVariants from "./path-variants.ts";
import swallowedRules from "./swallowed-rules.ts";

export const questions: ReadonlyMap<string, Question> = new Map([
  ["bypassed-checks", bypassedChecks],
  ["failing-requests", failingRequests],
  ["never-let-in", neverLetIn],
  ["path-variants", pathVariants],
  ["swallowed-rules", swallowedRules],
]);
