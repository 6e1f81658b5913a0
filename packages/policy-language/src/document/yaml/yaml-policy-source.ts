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
        }))
        .filter((comment) => comment.text.includes(containing));
    },
  };
}
