import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { Format } from "../program/options.ts";
import type { Terminal } from "../terminal.ts";

type Style = Terminal["style"];

/** Prints one resource: as JSON, exactly the service's object. */
export function printResource<T>(
  resource: T,
  render: (resource: T, style: Style) => string,
  format: Format,
  { out, style }: Terminal,
): void {
  out(format === "json" ? toJson(resource) : render(resource, style));
}

/**
 * Prints a list: as JSON, a list of exactly the service's objects.
 *
 * @param none - what is said when there are none
 */
export function printResources<T>(
  resources: readonly T[],
  render: (resources: readonly T[], style: Style) => string,
  none: string,
  format: Format,
  { out, err, style }: Terminal,
): void {
  if (format === "json") out(toJson(resources));
  else if (resources.length === 0) err(`${none}\n`);
  else out(render(resources, style));
}

/** Says that something is gone; the service answers a deletion with no object. */
export function printDeleted(what: string, format: Format, { out }: Terminal): void {
  if (format === "pretty") out(`${printable(what)} was deleted.\n`);
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
