import { firstSentence } from "@traffic-policy/policy-language/internal";

/** Why a text is not run: what the parser says of it. */
export function notTypeScript(message: string): string {
  return `This is not TypeScript: ${firstSentence(message)}`;
}

/** Describes an error that a module throws and that does not come from the builder. */
export function throwsText({ name, message }: Pick<Error, "name" | "message">): string {
  return `It throws ${name}: ${firstSentence(message)}`;
}

/** Why the policy of a module cannot be used. */
export function notJsonText(error: unknown): string {
  const reason = firstSentence(error instanceof Error ? error.message : String(error));
  return `Its policy cannot be written as JSON: ${reason}`;
}

/** The message about modules without a policy, and a hint. */
export const noPolicy = {
  message: "It exports no policy.",
  help: "Write `export default policy(…)`.",
} as const;

/** The message about a module that makes a policy for each environment when no environments exist. */
export const noEnvironment =
  "It exports a function of the environment, but no environment is known.";

/** The hint about a module that does not end in time. */
export const endlessHelp = "Look for an endless loop or await.";

/** The entry of the builder for each dialect. */
export const builderModules = {
  directions: "@traffic-policy/policy-builder",
  phases: "@traffic-policy/policy-builder/phases",
} as const;
