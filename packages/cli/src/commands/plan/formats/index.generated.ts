// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { PlanFormat } from "../shown-plan.ts";

export const formats = {
  pretty: () => import("./pretty.ts"),
  json: () => import("./json.ts"),
  markdown: () => import("./markdown.ts"),
} satisfies Readonly<Record<string, () => Promise<PlanFormat>>>;
