import { firstSentence } from "@traffic-policy/policy-language";

/** Why a text is not run: what the parser says of it. */
export function notTypeScript(message: string): string {
  return `This is not TypeScript: ${firstSentence(message)}`;
}

/** What a module throws that the builder has not made. */
export function throwsText({ name, message }: Pick<Error, "name" | "message">): string {
  return `It throws ${name}: ${firstSentence(message)}`;
}

/** Why the policy of a module cannot be used. */
export function notJsonText(error: unknown): string {
  const reason = firstSentence(error instanceof Error ? error.message : String(error));
  return `Its policy cannot be written as JSON: ${reason}`;
}

/** What is said of modules without a policy, and what to do. */
export const noPolicy = {
  message: "It exports no policy.",
  help: "Write `export default policy(…)`.",
} as const;

/** What is said of a module that makes a policy for each environment, where there are none. */
export const noEnvironment =
  "It exports a function of the environment, but no environment is known.";

/** What to do about a module that did not end in time. */
export const endlessHelp = "Look for an endless loop or await.";

/** The entry of the builder for each dialect. */
export const builderModules = {
  directions: "@traffic-policy/policy-builder",
  phases: "@traffic-policy/policy-builder/phases",
} as const;
