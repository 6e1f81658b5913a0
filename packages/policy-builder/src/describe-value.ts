/** What a value is, in the middle of an error message: `5`, `"abc"`, `an array`. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return "an array";
  const { name } = (value as { constructor?: { name?: unknown } }).constructor ?? {};
  return typeof name !== "string" || name === "" || name === "Object"
    ? "an object"
    : `${/^[AEIO]/.test(name) ? "an" : "a"} ${name}`;
}

/** The same of what stands where a condition should; true or false is what a comparison of JavaScript gives. */
export function describeMistaken(value: unknown): string {
  return typeof value === "boolean"
    ? `${value}: JavaScript evaluates === and ! before the policy runs; call eq() or not() instead`
    : describeValue(value);
}
