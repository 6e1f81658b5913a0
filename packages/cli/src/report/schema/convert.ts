import { object, optional, text, version } from "./parts.ts";

/** What `convert --format json` prints. */
export const convertOutput = object(
  {
    ...version,
    file: optional(text("The file that was written, with `--out`.")),
    source: text("The TypeScript."),
  },
  "A policy document as TypeScript.",
);
