import { createRequire } from "node:module";
import { CommandError, type Context } from "../context.ts";

/**
 * Loads a package that only log commands need, from the project or from next to the command.
 *
 * @throws CommandError when it is not installed
 */
export function peer(name: string, { cwd }: Context): unknown {
  let reason: unknown;
  for (const from of [`${cwd}/`, import.meta.url]) {
    try {
      return createRequire(from)(name);
    } catch (error) {
      reason = error;
      if ((error as { readonly code?: unknown }).code !== "MODULE_NOT_FOUND") break;
    }
  }
  if ((reason as { readonly code?: unknown }).code === "MODULE_NOT_FOUND") {
    throw new CommandError(`The package ${name} is not installed.`, {
      help: `Install it in this project: npm install --save-dev ${name}`,
    });
  }
  throw new CommandError(`The package ${name} cannot be loaded: ${String(reason)}`, {
    cause: reason,
  });
}
