/** The evaluator's words for what went wrong as a sentence. */
export function explainError(message: string): string {
  for (const [form, sentence] of sentences) {
    const match = form.exec(message);
    if (match !== null) return sentence(...match.slice(1).map((part) => part ?? ""));
  }
  // Our own functions throw sentences.
  if (/[.!?]$/.test(message)) return message;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

type Sentence = (...parts: string[]) => string;

const sentences: readonly (readonly [form: RegExp, sentence: Sentence])[] = [
  [/^field not found: (.*)$/s, (key) => `There is no key ${JSON.stringify(key)}.`],
  [/^index (\S+) out of bounds/, (index) => `There is no item ${index}.`],
  [
    /^found no matching overload for '(.*?)' applied to '(?:(.*)\.)?\((.*)\)'$/s,
    (name, target, args) => noOverload(name ?? "", target ?? "", args ?? ""),
  ],
  [/^unbound function: (.*)$/s, (name) => `There is no function ${name}().`],
  [/^type mismatch: expected bool, got (.*)$/s, (type) => `${type} is neither true nor false.`],
];

function noOverload(name: string, target: string, args: string): string {
  const operator = /^_?@?([^_@\w]*|in|\[_\]|\?_:)_?$/.exec(name)?.[1];
  const types = args.split(", ");
  if (name === "_[_]") return `${types[0]} is not indexed by ${types[1]}.`;
  if (name === "@has") return `${target} has no fields.`;
  if (name.startsWith("_?_")) return `${args} is neither true nor false.`;
  if (operator !== undefined && operator !== "") {
    const [left, right] = types;
    return types.length === 1
      ? `${operator} does not work on ${left}.`
      : `${operator} does not work between ${left} and ${right}.`;
  }
  const on = target === "" ? "" : ` on ${target}`;
  return `${name}()${on} does not take (${args}).`;
}
