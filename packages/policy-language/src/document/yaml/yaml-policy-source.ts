import { textPolicySource, type PolicySource } from "../policy-source.ts";
import { yamlComments } from "./comments.ts";
import { parseYaml } from "./parse-yaml.ts";

/** Reads a policy document from the text of a YAML file. Never throws; see `errors`. */
export function yamlPolicySource(file: string, text: string): PolicySource {
  const parsed = parseYaml(text);
  const source = textPolicySource(file, text, parsed);
  return {
    ...source,
    comments(containing) {
      if (parsed.value === undefined || !text.includes(containing)) return [];
      return yamlComments(text)
        .map((span) => ({
          text: text.slice(span.start + 1, span.end).trim(),
          range: source.range(span),
          isTrailing: !isAlone(text, span.start),
        }))
        .filter((comment) => comment.text.includes(containing));
    },
  };
}

/** Whether nothing but white space stands before an offset in its line. */
function isAlone(text: string, offset: number): boolean {
  let start = offset;
  while (start > 0 && /[ \t]/.test(text.charAt(start - 1))) start--;
  return start === 0 || /[\r\n\ufeff]/.test(text.charAt(start - 1));
}
