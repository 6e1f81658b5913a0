import type { Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const convertOutput = Json.object("A policy document as TypeScript.", {
  ...Json.version,
  file: Json.optional(Json.text("The file that was written, with `--out`.")),
  source: Json.text("The TypeScript."),
});

export type ConvertOutput = Static<typeof convertOutput>;

export default [Json.output("convert", convertOutput)];
