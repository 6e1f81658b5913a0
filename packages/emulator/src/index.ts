export {
  cloudVersionHeader,
  createEmulator,
  type Emulator,
  type EmulatorOptions,
} from "./emulator.ts";
export { checkFaultScript, InvalidFaultScript } from "./faults/fault.ts";
export type { Fault, FaultScript } from "./faults/fault.ts";
export type { ReceivedRequest } from "./server/received-request.ts";
