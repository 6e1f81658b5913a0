import { parseExpression } from "@traffic-policy/policy-language";

const sound = new WeakSet<TemplateStringsArray>();

/**
 * Checks that each embedded value of a template of CEL stands where an operand can stand. Between
 * quotes or right beside a name it would run together with the text around it, and its own quotes
 * could change the expression.
 *
 * @param text - the whole, with the values
 * @throws TypeError for a value that stands anywhere else
 */
export function checkTemplate(template: TemplateStringsArray, text: string): void {
  if (template.raw.length === 1 || sound.has(template)) return;
  const embeds = embedsOperands(template.raw);
  if (embeds === true) sound.add(template);
  // What can be parsed neither way has an error of its own, which others report.
  else if (embeds === false || parseExpression(text).ok) {
    throw new TypeError(
      "An embedded value of cel`…` takes the place of an operand: it cannot stand inside quotes or a comment, nor touch a name or a number.",
    );
  }
}

/**
 * Whether each gap is an operand: a name that is put there is found in the tree. Not known when
 * there is no tree.
 */
function embedsOperands(raw: readonly string[]): boolean | undefined {
  let prefix = "embedded";
  while (raw.some((part) => part.includes(prefix))) prefix += "_";
  const names = raw.slice(1).map((_part, index) => `${prefix}${index}`);
  // A field, because has() takes nothing else.
  const text = raw.reduce((before, part, index) => {
    const name = names[index - 1];
    return `${before}${name}.${name}${part}`;
  });
  const parsed = parseExpression(text);
  if (!parsed.ok) return undefined;
  const found = new Set<string>();
  collectGaps(parsed.tree, found);
  return names.every((name) => found.has(name));
}

function collectGaps(node: unknown, found: Set<string>): void {
  if (typeof node !== "object" || node === null) return;
  const { operand, field } = node as { operand?: { name?: string }; field?: string };
  if (field !== undefined && field === operand?.name) found.add(field);
  for (const member of Object.values(node)) collectGaps(member, found);
}
