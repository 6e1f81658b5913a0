export { createEmulator, type Emulator, type EmulatorOptions } from "./emulator.ts";
