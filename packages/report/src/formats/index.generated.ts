// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { ReportFormat } from "../reporter.ts";

export const formats = {
  pretty: () => import("./pretty.ts"),
  json: () => import("./json.ts"),
  sarif: () => import("./sarif.ts"),
  github: () => import("./github.ts"),
  gitlab: () => import("./gitlab.ts"),
  html: () => import("./html.ts"),
  junit: () => import("./junit.ts"),
  markdown: () => import("./markdown.ts"),
  unix: () => import("./unix.ts"),
} satisfies Readonly<Record<string, () => Promise<ReportFormat>>>;
