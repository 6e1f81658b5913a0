import type * as emulatorPackage from "@traffic-policy/emulator";

type EmulatorPackage = typeof emulatorPackage;

/** Loads the emulator, which only few runs of the command need. */
export function importEmulator(): Promise<EmulatorPackage> {
  return import("@traffic-policy/emulator");
}
