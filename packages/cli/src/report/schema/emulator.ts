import { object, text, version } from "./parts.ts";

/** What `emulator --format json` prints, in one line, when it listens. */
export const emulatorOutput = object(
  { ...version, baseUrl: text("Where it listens: `http://127.0.0.1:4040`.") },
  "Where the emulator is.",
);
