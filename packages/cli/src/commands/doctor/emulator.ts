import type { Check } from "./output.ts";

const name = "connection";

/** Whether the emulator runs here. It is started without its data, so nothing is written. */
export async function checkEmulator(): Promise<Check> {
  const { createEmulator } = await import("@traffic-policy/emulator");
  try {
    await (await createEmulator()).close();
    return {
      name,
      state: "ok",
      message: "The service is the emulator, which runs on this machine.",
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { name, state: "problem", reason: "emulator", message: error.message };
  }
}
