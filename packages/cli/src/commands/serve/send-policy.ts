import { writeSync } from "node:fs";
import { CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import type { ServeOptions } from "./command.ts";
import { policyToSimulate } from "../../simulation/policy-to-simulate.ts";
import { loadedFiles, rememberLoadedModules, type Files } from "@traffic-policy/policy-module";
import {
  answerDescriptor,
  type LoadedMessage,
  type SentError,
  type SentPolicy,
} from "./loaded-elsewhere.ts";

// Taken here, because code of the user's may put something in its place.
const writeNow = writeSync;

/** Loads a policy for the process that started this one; see `loadedElsewhere`. */
export async function sendPolicy(
  name: string,
  { protocol }: ServeOptions,
  files: Files,
): Promise<ExitStatus> {
  rememberLoadedModules();
  const result = await toSend(name, protocol, files);
  const message: LoadedMessage = { result, modules: loadedFiles() };
  writeWhole(Buffer.from(JSON.stringify(message)));
  return exitStatus.ok;
}

/** Writes it all, also when the other process does not read it at once. */
function writeWhole(bytes: Buffer): void {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeNow(answerDescriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

async function toSend(
  name: string,
  option: ServeOptions["protocol"],
  files: Files,
): Promise<SentPolicy | SentError> {
  try {
    const { file, protocol, loaded } = await policyToSimulate(name, option, files);
    const { built } = loaded;
    const sent = built && { ...built, origins: [...built.origins] };
    return { file, protocol, ...(sent && { built: sent }) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { message, help, range } = error;
    return { error: message, help, range };
  }
}
