import type * as emulatorPackage from "@traffic-policy/emulator";
import { nativeImport } from "../native-import.ts";

type EmulatorPackage = typeof emulatorPackage;

/** Loads the emulator, which only few runs of the command need. */
export async function importEmulator(): Promise<EmulatorPackage> {
  return (await nativeImport("@traffic-policy/emulator")) as EmulatorPackage;
}
