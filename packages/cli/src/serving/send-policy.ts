import { CommandError } from "../command-error.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { ServeOptions } from "../options.ts";
import { policyToSimulate } from "../simulation/policy-to-simulate.ts";
import { loadedFiles, rememberLoadedModules } from "../user-code/loaded-modules.ts";
import type { LoadedMessage, SentError, SentPolicy } from "./loaded-elsewhere.ts";

/** Loads a policy for the process that started this one; see `loadedElsewhere`. */
export async function sendPolicy(name: string, { protocol }: ServeOptions): Promise<ExitStatus> {
  // Code of the user's may put something in its place.
  const send = process.send?.bind(process);
  rememberLoadedModules();
  const result = await toSend(name, protocol);
  const message: LoadedMessage = {
    kind: "traffic-policy: loaded",
    result,
    modules: loadedFiles(),
  };
  await new Promise<void>((sent) => send?.(message, () => sent()) ?? sent());
  return exitStatus.ok;
}

async function toSend(
  name: string,
  option: ServeOptions["protocol"],
): Promise<SentPolicy | SentError> {
  try {
    const { file, protocol, loaded } = await policyToSimulate(name, option);
    const { built } = loaded;
    const sent = built && { ...built, origins: [...built.origins] };
    return { file, protocol, ...(sent && { built: sent }) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { message, help, range } = error;
    return { error: message, help, range };
  }
}
