// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { ProofFormat } from "../proof-report.ts";

export const formats = {
  pretty: () => import("./pretty.ts"),
  json: () => import("./json.ts"),
  github: () => import("./github.ts"),
  junit: () => import("./junit.ts"),
  markdown: () => import("./markdown.ts"),
} satisfies Readonly<Record<string, () => Promise<ProofFormat>>>;
