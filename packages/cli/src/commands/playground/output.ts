import type { Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const playgroundOutput = Json.object("Where the playground is.", {
  ...Json.version,
  link: Json.text("Opens it, once: `http://127.0.0.1:40123/#local.…`."),
});

export type PlaygroundOutput = Static<typeof playgroundOutput>;

export default [Json.output("playground", playgroundOutput)];
