import type { Check } from "./output.ts";

/** The oldest Node that the packages are made for; the same as in their manifests. */
export const oldestNode = "20.19.0";

/** Whether this Node is new enough. */
export function checkNode(version: string = process.versions.node): Check {
  const name = "node";
  const at = `Node ${version}`;
  if (!isOlder(version, oldestNode)) return { name, state: "ok", message: `${at}.` };
  return {
    name,
    state: "problem",
    message: `${at} is too old: ${oldestNode} or later is required.`,
    help: "Install a maintained version of Node.js: https://nodejs.org.",
  };
}

function isOlder(version: string, other: string): boolean {
  const numbers = (text: string): number[] => text.split(/[.-]/).slice(0, 3).map(Number);
  const wanted = numbers(other);
  const difference = numbers(version)
    .map((number, index) => number - (wanted[index] ?? 0))
    .find((one) => one !== 0);
  return difference !== undefined && difference < 0;
}
