// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { TestFormat } from "../case-report.ts";

export const formats = {
  pretty: () => import("./pretty.ts"),
  json: () => import("./json.ts"),
  github: () => import("./github.ts"),
  junit: () => import("./junit.ts"),
  markdown: () => import("./markdown.ts"),
} satisfies Readonly<Record<string, () => Promise<TestFormat>>>;
