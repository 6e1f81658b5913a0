import { printable } from "@traffic-policy/policy-language/internal";
import { type Context, exitStatus, type ExitStatus, type Style } from "../context.ts";
import type { Format } from "../program/options.ts";
import { printJson } from "../report/json.ts";

/** Prints a resource; as JSON, exactly the service's object. */
export function printResource<T extends object>(
  resource: T,
  render: (resource: T, style: Style) => string,
  format: Format,
  { terminal }: Context,
): ExitStatus {
  if (format === "json") printJson(resource, terminal);
  else terminal.print(render(resource, terminal.style));
  return exitStatus.ok;
}

export interface ResourceList<T> {
  readonly key: string;
  readonly render: (resources: readonly T[], style: Style) => string;
  readonly none: string;
}

/** Prints a list; as JSON, an object with a list of exactly the service's objects. */
export function printResources<T>(
  resources: readonly T[],
  { key, render, none }: ResourceList<T>,
  format: Format,
  { terminal }: Context,
): ExitStatus {
  if (format === "json") printJson({ version: 1, [key]: resources }, terminal);
  else if (resources.length > 0) terminal.print(render(resources, terminal.style));
  else terminal.err(`${none}\n`);
  return exitStatus.ok;
}

/** Reports a deletion; the service answers it without an object. */
export function printDeleted(what: string, format: Format, { terminal }: Context): ExitStatus {
  if (format === "pretty") terminal.print(`${printable(what)} was deleted.\n`);
  return exitStatus.ok;
}
