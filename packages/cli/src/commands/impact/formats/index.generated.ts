// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { ImpactFormat } from "../impact-report.ts";

export const formats = {
  pretty: () => import("./pretty.ts"),
  json: () => import("./json.ts"),
  html: () => import("./html.ts"),
  markdown: () => import("./markdown.ts"),
} satisfies Readonly<Record<string, () => Promise<ImpactFormat>>>;
