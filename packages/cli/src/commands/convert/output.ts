import type { Static } from "@sinclair/typebox";
import { object, optional, text, version, type JsonOutput } from "../../report/schema.ts";

/** What `convert --format json` prints. */
const convertOutput = object(
  {
    ...version,
    file: optional(text("The file that was written, with `--out`.")),
    source: text("The TypeScript."),
  },
  "A policy document as TypeScript.",
);

export type ConvertOutput = Static<typeof convertOutput>;

export default [
  { name: "convert", commands: ["convert"], schema: convertOutput },
] satisfies JsonOutput[];
