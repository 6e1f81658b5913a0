import { fork } from "node:child_process";
import type { Origin } from "@traffic-policy/policy-builder";
import type { Protocol, SourceRange } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import { codePolicy, type Built } from "../policy-file/code-policy.ts";
import { loadPolicy } from "../policy-file/load-policy.ts";
import type { PolicyToSimulate } from "../simulation/policy-to-simulate.ts";
import { secondsText } from "../user-code/time-limit.ts";

/** What a process that loads a policy tells the one that started it. */
export interface LoadedMessage {
  /** Tells it from what code of the user's may send. */
  readonly kind: "traffic-policy: loaded";
  readonly result: SentPolicy | SentError;
  /** Absolute paths of the modules that were run. */
  readonly modules: readonly string[];
}

/** A policy on its way from one process to another. */
export interface SentPolicy {
  /** Absolute path. */
  readonly file: string;
  readonly protocol: Protocol;
  /** What code has built; nothing when the file holds the document itself. */
  readonly built?: Omit<Built, "origins"> & { readonly origins: readonly [string, Origin][] };
}

/** Why it cannot be loaded; see `CommandError`. */
export interface SentError {
  readonly error: string;
  readonly help: string | undefined;
  readonly range: SourceRange | undefined;
}

// A configuration and a policy have five seconds each, and the process has to start.
const timeLimit = 30_000;

/**
 * Loads a policy in a process of its own, so that code that takes its time, or does not end, keeps
 * nobody waiting here.
 *
 * @param onModules - gets the absolute paths of the modules that were run
 * @throws CommandError when it cannot be loaded
 */
export async function loadedElsewhere(
  onModules: (files: readonly string[]) => void,
): Promise<PolicyToSimulate> {
  const { result, modules } = await answer();
  onModules(modules);
  if ("error" in result) {
    const { error, help, range } = result;
    throw new CommandError(error, { help, range });
  }
  const { file, protocol, built } = result;
  const loaded =
    built === undefined
      ? await loadPolicy(file)
      : codePolicy(file, { ...built, origins: new Map(built.origins) });
  return { file, protocol, loaded };
}

function answer(): Promise<LoadedMessage> {
  const [command = "", ...args] = process.argv.slice(2);
  const child = fork(process.argv[1] ?? "", [command, "--load-only", ...args], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const end = (): void => void child.kill("SIGKILL");
  process.once("exit", end);
  return new Promise((settle, refuse) => {
    const fail = (reason: string): void => refuse(new CommandError(reason));
    const timer = setTimeout(() => {
      fail(`The policy is not loaded after ${secondsText(timeLimit)}.`);
      end();
    }, timeLimit);
    child.on("message", (message) => {
      if (!isLoadedMessage(message)) return;
      clearTimeout(timer);
      settle(message);
    });
    child.once("error", (error) => fail(`The policy cannot be loaded: ${error.message}.`));
    child.once("close", () => {
      clearTimeout(timer);
      process.off("exit", end);
      fail("The process that loads the policy ended before it was done.");
    });
  });
}

function isLoadedMessage(message: unknown): message is LoadedMessage {
  const kind: LoadedMessage["kind"] = "traffic-policy: loaded";
  return (
    typeof message === "object" && message !== null && "kind" in message && message.kind === kind
  );
}
