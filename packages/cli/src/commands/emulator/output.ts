import type { Static } from "@sinclair/typebox";
import { object, text, version, type JsonOutput } from "../../report/schema.ts";

/** What `emulator --format json` prints, in one line, when it listens. */
const emulatorOutput = object(
  { ...version, baseUrl: text("Where it listens: `http://127.0.0.1:4040`.") },
  "Where the emulator is.",
);

export type EmulatorOutput = Static<typeof emulatorOutput>;

export default [
  { name: "emulator", commands: ["emulator"], schema: emulatorOutput },
] satisfies JsonOutput[];
