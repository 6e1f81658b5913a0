// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { DiffFormat } from "../shown-diff.ts";

export const formats = {
  pretty: () => import("./pretty.ts"),
  json: () => import("./json.ts"),
  markdown: () => import("./markdown.ts"),
} satisfies Readonly<Record<string, () => Promise<DiffFormat>>>;
