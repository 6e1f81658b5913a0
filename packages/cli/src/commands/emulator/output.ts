import type { Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const emulatorOutput = Json.object("Where the emulator is.", {
  ...Json.version,
  baseUrl: Json.text("Where it listens: `http://127.0.0.1:4040`."),
});

export type EmulatorOutput = Static<typeof emulatorOutput>;

export default [Json.output("emulator", emulatorOutput)];
